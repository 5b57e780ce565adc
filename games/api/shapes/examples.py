"""Examples for the schema."""

NEW_GAME = {
    "players": 4,
    "bots": ["mabel", "pip", "otto"],
    "name": "Friday night",
    "turn_seconds": 86400,
    "open": False,
}
MOVES = {
    "orient": {"seq": 0, "type": "orient", "flip": True},
    "show": {"seq": 1, "type": "show", "start": 2, "stop": 5},
    "scout": {"seq": 2, "type": "scout", "end": "left", "flip": False, "to": 7},
    "scout_and_show": {
        "seq": 3,
        "type": "scout_and_show",
        "end": "right",
        "flip": True,
        "to": 0,
        "start": 0,
        "stop": 3,
    },
}
PLAN = {
    "seq": 17,
    "orders": [
        {"move": {"type": "show", "start": 2, "stop": 4}},
        {"move": {"type": "scout", "end": "left", "flip": False, "to": 7}, "card": "6/2"},
    ],
}
