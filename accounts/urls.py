"""The URLs of our own account pages."""

from django.urls import URLPattern, path, re_path

from accounts import views
from accounts.apps_let_in import views as app_views
from accounts.choosing import views as choosing_views
from accounts.destinations import views as destination
from accounts.guests import address_views as addresses
from accounts.looks import views as looks
from accounts.resting import views as resting
from accounts.tokens import views as token_views

app_name = "accounts"

urlpatterns: list[URLPattern] = [
    path("", views.settings, name="settings"),
    path("name/", views.name, name="name"),
    re_path(r"^save/(?P<part>zone|table|statistics|friends|practice)/$", views.save, name="save"),
    path("looks/", looks.looks, name="looks"),
    path("mails/resume/", views.resume, name="resume"),
    path("telling/", choosing_views.telling, name="telling"),
    path("telling/what/", choosing_views.what, name="tell_what"),
    path("telling/when/", choosing_views.when, name="tell_when"),
    path("telling/links/", choosing_views.links, name="tell_links"),
    path("telling/plans/", choosing_views.plans, name="tell_plans"),
    path("telling/quiet/", resting.quiet_hours, name="quiet_hours"),
    path("telling/holiday/", resting.plan, name="plan_holiday"),
    path("telling/holiday/off/", resting.off, name="call_off_holiday"),
    path("telling/holiday/back/", resting.back, name="end_holiday"),
    path("telling/calendar/", choosing_views.calendar, name="tell_calendar"),
    path("tokens/new/", token_views.new, name="new_token"),
    path("tokens/bot/", token_views.bot_account, name="bot_account"),
    path("tokens/<uuid:public_id>/revoke/", token_views.revoke, name="revoke_token"),
    path("apps/", app_views.apps, name="apps"),
    path("apps/new/", app_views.new, name="new_app"),
    path("apps/<slug:client_id>/", app_views.change, name="app"),
    path("apps/<slug:client_id>/delete/", app_views.delete, name="delete_app"),
    path("apps/<slug:client_id>/shut-out/", app_views.shut_out_app, name="shut_out_app"),
    path("devices/", destination.add_device, name="add_device"),
    path("telling/devices/", destination.destinations, name="destinations"),
    path("telling/hooks/new/", destination.new_hook, name="new_hook"),
    path("telling/<uuid:public_id>/test/", destination.try_out, name="try_destination"),
    path("telling/<uuid:public_id>/on/", destination.turn_on, name="turn_on_destination"),
    path("telling/<uuid:public_id>/remove/", destination.take_away, name="remove_destination"),
    path("way-back/", addresses.ask, name="guest_address"),
    path("way-back/forget/", addresses.forget, name="forget_guest_address"),
    path("way-back/<str:token>/", addresses.confirm, name="confirm_guest_address"),
    path("data/", views.data, name="data"),
    path("delete/", views.delete, name="delete"),
]
