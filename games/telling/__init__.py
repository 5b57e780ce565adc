"""Notices become emails: what to tell, how, when and how often, and what bounced."""
