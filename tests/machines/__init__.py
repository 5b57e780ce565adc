"""`make machines`: a site on several machines, one of which is off. See docs/reliability.md."""
