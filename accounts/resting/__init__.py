"""When an account rests: quiet hours of a week, and holidays."""
