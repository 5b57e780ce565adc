"""Runs every command of docs/operations.md as written, in a bare Debian booted with systemd."""
