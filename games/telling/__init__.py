"""Notices become emails: what to tell, how and when, and what bounced."""
