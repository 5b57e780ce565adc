"""The pages for apps: those a player has let in, and those they have made."""

from django.contrib import messages
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.apps_let_in.access import apps_let_in, shut_out
from accounts.apps_let_in.forms import AppForm, new_app
from accounts.apps_let_in.models import App, LetIn
from accounts.models import User
from accounts.views import confirmed, for_accounts

MOST_APPS = 20
"""Apps an account may have registered."""


@require_safe
@for_accounts
@never_cache
def apps(request: HttpRequest, user: User) -> HttpResponse:
    """List the apps let in, and one's own."""
    context = {
        "let_in": apps_let_in(user),
        "own": App.objects.filter(user=user).order_by("name", "pk"),
        "section": "account",
    }
    return render(request, "accounts/apps/apps.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
def shut_out_app(request: HttpRequest, user: User, client_id: str) -> HttpResponse:
    """Shut an app out, after asking; nobody has to prove who they are to end access."""
    held = LetIn.objects.filter(user=user, app__client_id=client_id).select_related("app").first()
    if held is None:
        raise Http404
    if request.method != "POST":
        context = {"app": held.app, "section": "account"}
        return render(request, "accounts/apps/shut_out.html", context)
    shut_out(user=user, app=held.app)
    messages.info(request, _("“{name}” is shut out.").format(name=held.app.name))
    return redirect("accounts:apps")


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
@confirmed
def new(request: HttpRequest, user: User) -> HttpResponse:
    """Register an app."""
    form = AppForm(request.POST or None, instance=new_app(user=user))
    if request.method == "POST" and form.is_valid():
        if App.objects.filter(user=user).count() >= MOST_APPS:
            form.add_error(None, _("You have as many apps as an account can have."))
        elif (app := _saved(form)) is not None:
            messages.info(request, _("“{name}” is registered.").format(name=app.name))
            return redirect("accounts:app", app.client_id)
    return render(request, "accounts/apps/form.html", {"form": form, "section": "account"})


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
@confirmed
def change(request: HttpRequest, user: User, client_id: str) -> HttpResponse:
    """Show and change an own app; 404 for others."""
    app = get_object_or_404(App, user=user, client_id=client_id)
    # The form changes its instance even if it refuses.
    name = app.name
    form = AppForm(request.POST or None, instance=app)
    if request.method == "POST" and form.is_valid() and _saved(form) is not None:
        messages.info(request, _("Saved."))
        return redirect("accounts:app", client_id)
    context = {"form": form, "app": app, "name": name, "section": "account"}
    return render(request, "accounts/apps/form.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@for_accounts
@confirmed
def delete(request: HttpRequest, user: User, client_id: str) -> HttpResponse:
    """Delete an own app, after asking, and with it what its players gave it; 404 for others."""
    app = get_object_or_404(App, user=user, client_id=client_id)
    if request.method != "POST":
        return render(request, "accounts/apps/delete.html", {"app": app, "section": "account"})
    app.delete()
    messages.info(request, _("“{name}” is deleted.").format(name=app.name))
    return redirect("accounts:apps")


def _saved(form: AppForm) -> App | None:
    """Save; None if somebody took the name meanwhile, which the form then says."""
    try:
        with transaction.atomic():
            return form.save()
    except IntegrityError:
        form.add_error("name", _("Another app has that name, or one that looks like it."))
        return None
