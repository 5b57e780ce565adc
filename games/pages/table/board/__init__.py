"""The board: the part of the table page that moves change."""
