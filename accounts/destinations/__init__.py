"""The devices and webhooks of an account: added, tried out, switched on, removed."""
