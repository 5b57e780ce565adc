"""Signing up and in: what this site changes in django-allauth, and its forms in our words."""
