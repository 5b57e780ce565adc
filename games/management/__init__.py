"""Commands for operators and developers, and what they share."""
