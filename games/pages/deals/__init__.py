"""What pages show of deals that several people play."""
