"""Apps of other people, which players let in: OAuth 2 for public clients, by code and PKCE."""
