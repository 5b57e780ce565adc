"""What a form that opens or fills a table brings to the deal."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.fairness.promises import promise_for_page

register = template.Library()


@register.simple_tag
def part(form: str = "") -> SafeString:
    """Return the field of the browser's own part, which a script fills in at the press."""
    belongs = format_html(' form="{}"', form) if form else ""
    return format_html('<input type="hidden" name="part"{}>', belongs)


@register.inclusion_tag("games/fairness/_promise.html")
def promise(*, shown: bool = False, form: str = "") -> dict[str, Any]:
    """Return the fields by which a press brings a promise for its deal, drawn now.

    Its commitment is in the page, out of sight unless ``shown``: for those who asked to note it.
    ``form``: the id of the form that they belong to, if they stand outside it.
    """
    return {"promise": promise_for_page(), "shown": shown, "form": form}
