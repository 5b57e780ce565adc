"""The URLs of our own account pages."""

from django.urls import URLPattern, path, re_path

from accounts import views
from accounts.tokens import views as token_views

app_name = "accounts"

urlpatterns: list[URLPattern] = [
    path("", views.settings, name="settings"),
    path("name/", views.name, name="name"),
    re_path(r"^save/(?P<part>zone|mail|table|statistics)/$", views.save, name="save"),
    path("mails/resume/", views.resume, name="resume"),
    path("tokens/new/", token_views.new, name="new_token"),
    path("tokens/bot/", token_views.bot_account, name="bot_account"),
    path("tokens/<uuid:public_id>/revoke/", token_views.revoke, name="revoke_token"),
    path("data/", views.data, name="data"),
    path("delete/", views.delete, name="delete"),
]
