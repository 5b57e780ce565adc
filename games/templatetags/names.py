"""Names with their badges, and as text; and the faces of bots."""

from django import template

from games.words.names import badge, ended, in_brackets, in_sentence, named, plain
from games.words.people import bot_face

register = template.Library()
register.filter("ended", ended)
register.filter("plain", plain)
register.filter("in_brackets", in_brackets)
register.filter("in_sentence", in_sentence)
register.simple_tag(named, name="named")
register.simple_tag(badge, name="badge")
register.simple_tag(bot_face, name="bot_face")
