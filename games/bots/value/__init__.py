"""What *expert* sees in a position, and what its net makes of it.

The modules ``odds``, ``hands``, ``features`` and ``candidates`` are written once and run twice:
as plain Python on lists when the bot plays, and compiled on arrays (:mod:`games.bots.fast`) when it
is trained. So they index and loop where Python has shorter words, and take the rows they write
into from whoever calls.
"""
