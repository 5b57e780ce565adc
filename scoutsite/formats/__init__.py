"""How each language writes dates, times and numbers.

Besides Django's own names there are some of ours, so that no template and no code spells a format
out: ``SHORT_MONTH_DAY_FORMAT`` and the like. Every language has all of them.
"""
