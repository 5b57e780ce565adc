"""When a person rests: quiet hours, holidays, and time counted around them.

Plain Python: no Django, no clock.
"""
