"""A simulation of how long games take: made-up people play through the real services.

``manage.py simulate_pace`` runs it on a clock of its own; ``docs/pace.md`` keeps what came out.
"""
