"""Keeps text together."""

from django import template

from games.words.sets import unbroken

register = template.Library()
register.filter("unbroken", unbroken)
