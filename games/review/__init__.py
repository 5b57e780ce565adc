"""Reviews of finished games and of imported records: asked for, worked out, kept."""
