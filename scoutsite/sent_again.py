"""What a refused form sent, to be sent again with one press."""

from django.http import HttpRequest


def fields_of(request: HttpRequest) -> list[tuple[str, str]]:
    """Return names and values; never files, passwords or codes."""
    names = [name for name in request.POST if name != "csrfmiddlewaretoken"]
    if request.FILES or any("password" in name or "code" in name for name in names):
        return []
    return [(name, str(value)) for name in names for value in request.POST.getlist(name)]
