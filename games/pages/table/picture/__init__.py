"""The picture of a result, to send to others: who won, the scores, and one set."""
