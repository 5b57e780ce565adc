"""What templates call: cards, typography."""
