"""What is counted for operators as it happens: never whose, and in which game."""

from prometheus_client import Counter, Gauge

MOVES = Counter("scout_moves", "Moves that were entered, by who made them.", ["actor"])
TOLD = Counter(
    "scout_told",
    "Messages about games and from moderators, by their way and by what became of them.",
    ["way", "outcome"],
)
STREAMS = Gauge(
    "scout_streams_open",
    "Live streams that are open, of pages or of programs.",
    ["of"],
    multiprocess_mode="livesum",
)

SENT, FAILED, AWAY = "sent", "failed", "away"
"""What became of a message; *away* is a try for which nobody could be reached."""
