"""Django's backend for PostgreSQL, for a server that may go away."""
