"""The first pages: home, for those who play here."""
