"""What the table shows of the viewer's own plan, and of nobody else's."""
