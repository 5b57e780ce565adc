"""A case before the moderators: the list, the page, the form and their doors."""
