"""Names with their badges, and as text."""

from django import template

from games.words.names import badge, in_brackets, named, plain

register = template.Library()
register.filter("plain", plain)
register.filter("in_brackets", in_brackets)
register.simple_tag(named, name="named")
register.simple_tag(badge, name="badge")
