"""Players that are programs: each sees a view of the game and nothing else. No Django."""
