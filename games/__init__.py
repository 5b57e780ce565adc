"""The game of Scout: rules, log and pages."""
