"""The JSON API for programs, under ``/api/v1/``."""
