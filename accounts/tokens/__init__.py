"""Tokens for programs: making and revoking them. The API reads them itself."""
