"""What outlives the loss of a database: `make recovery` and `make standby`."""
