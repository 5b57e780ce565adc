"""The guide for programmers: the texts of docs/, in the site's look."""
