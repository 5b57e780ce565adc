"""How a viewer's tables look and sound: the form, its page, and where the choice is kept."""
