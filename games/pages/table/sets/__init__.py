"""Sets of a hand on the page: which may be shown, and what is said of one."""
