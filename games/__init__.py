"""The game of Scout: its rules, its log, and the pages it is played on."""
