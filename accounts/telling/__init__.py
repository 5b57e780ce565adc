"""How an account is told: its devices and webhooks."""
