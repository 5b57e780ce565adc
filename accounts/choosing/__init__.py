"""How we tell you: an account chooses what, by which way, how soon and how often."""
