"""What can be done about players who keep the others waiting."""
