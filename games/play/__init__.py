"""Playing a game that has begun: the one door for moves, chairs, clock, bots, hints and chat.

Modules here load full states, and hand out only what one seat may know.
"""
