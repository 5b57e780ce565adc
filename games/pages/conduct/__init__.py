"""What the pages about the rules of conduct show."""
