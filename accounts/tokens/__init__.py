"""Tokens for programs, and accounts that only programs use. The API reads tokens itself."""
