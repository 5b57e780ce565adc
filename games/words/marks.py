"""What marks a name where there are no badges."""

BOT_MARK = " (bot)"
"""After the name of a bot account, in every language: seats keep it."""
