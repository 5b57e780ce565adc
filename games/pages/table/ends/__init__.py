"""The ends of rounds and of the game."""
