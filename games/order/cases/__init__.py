"""Cases: what moderators decide on together.

All reports about one player, or about one game, are one case until it is closed.
"""
