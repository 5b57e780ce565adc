"""How dates and times are written where no page says it: in the admin."""
