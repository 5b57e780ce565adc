"""Rules of conduct in texts."""

from django import template

from games.words.conduct import rule_behind_reason, with_rules

register = template.Library()
register.filter("with_rules", with_rules)
register.filter("rule_behind_reason", rule_behind_reason)
