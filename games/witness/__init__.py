"""What binds all logs from outside: each day's root, over the games' heads and the day before.

A game's path leads from its head to a day's root and tells nothing of other games.
"""
