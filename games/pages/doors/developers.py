"""The guide for programmers."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from games.pages.developers.guide import FIRST, address_of, example, guide_page, links


@require_safe
def developers(request: HttpRequest, key: str = FIRST) -> HttpResponse:
    """Show a page of the guide; the first also by its own name."""
    page = guide_page(key)
    if page is None:
        raise Http404
    if request.path != address_of(key):
        return redirect(address_of(key))
    context = {"page": page, "links": links(), "section": "developers"}
    return render(request, "games/developers/guide.html", context)


@require_safe
def example_file(request: HttpRequest, name: str) -> HttpResponse:
    """Show an example as text."""
    text = example(name)
    if text is None:
        raise Http404
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
