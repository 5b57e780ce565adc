"""The pages of deals that several people play."""
