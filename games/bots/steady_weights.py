"""What *steady* makes of what it sees, by number of players.

Made by ``manage.py train_steady --passes 6 --rounds 1440 --seed 0``:
see :mod:`games.bots.training`.
"""

WEIGHTS: dict[int, tuple[float, ...]] = {
    2: (
        -0.641,  # always
        0.616,  # cards in my hand
        1.093,  # shows my hand needs
        0.774,  # one show from empty
        0.09,  # two shows from empty
        0.829,  # what my sets are worth
        0.0,  # my Scout & Show
        0.0,  # my Scout & Show, by cards in my hand
        1.703,  # my set stands
        -0.224,  # my set stands, by cards in my hand
        0.222,  # my set stands, by cards in the others' hands
        0.0,  # chips to come
        0.29,  # scouting
        0.0,  # the owner's set stands
        0.0,  # the owner's set stands, by cards in my hand
        0.0,  # an empty ring
        -0.404,  # cards in the shortest other hand
        -0.064,  # my cards, with the shortest other hand short
        -0.64,  # shows I need beyond the shortest other hand
        0.0,  # the others' Scout & Show
        -0.404,  # cards in the others' hands
        1.317,  # my Scout chips
        -1.684,  # the other's Scout chips
    ),
    3: (
        -1.844,  # always
        -0.499,  # cards in my hand
        0.988,  # shows my hand needs
        0.678,  # one show from empty
        0.298,  # two shows from empty
        1.281,  # what my sets are worth
        -0.354,  # my Scout & Show
        0.197,  # my Scout & Show, by cards in my hand
        5.253,  # my set stands
        -0.15,  # my set stands, by cards in my hand
        -0.336,  # my set stands, by cards in the others' hands
        0.097,  # chips to come
        0.236,  # scouting
        2.023,  # the owner's set stands
        -0.586,  # the owner's set stands, by cards in my hand
        -1.605,  # an empty ring
        -0.143,  # cards in the shortest other hand
        -0.073,  # my cards, with the shortest other hand short
        0.524,  # shows I need beyond the shortest other hand
        0.438,  # the others' Scout & Show
        0.355,  # cards in the others' hands
        0.0,  # my Scout chips
        0.0,  # the other's Scout chips
    ),
    4: (
        -0.482,  # always
        -0.48,  # cards in my hand
        0.209,  # shows my hand needs
        0.192,  # one show from empty
        -0.059,  # two shows from empty
        1.04,  # what my sets are worth
        0.059,  # my Scout & Show
        0.123,  # my Scout & Show, by cards in my hand
        3.816,  # my set stands
        -0.006,  # my set stands, by cards in my hand
        -0.308,  # my set stands, by cards in the others' hands
        -0.24,  # chips to come
        0.482,  # scouting
        -0.018,  # the owner's set stands
        -0.131,  # the owner's set stands, by cards in my hand
        0.191,  # an empty ring
        -0.335,  # cards in the shortest other hand
        -0.078,  # my cards, with the shortest other hand short
        0.516,  # shows I need beyond the shortest other hand
        0.794,  # the others' Scout & Show
        0.711,  # cards in the others' hands
        0.0,  # my Scout chips
        0.0,  # the other's Scout chips
    ),
    5: (
        -0.478,  # always
        -0.463,  # cards in my hand
        0.126,  # shows my hand needs
        0.215,  # one show from empty
        0.033,  # two shows from empty
        1.024,  # what my sets are worth
        0.186,  # my Scout & Show
        0.165,  # my Scout & Show, by cards in my hand
        3.208,  # my set stands
        0.032,  # my set stands, by cards in my hand
        -0.378,  # my set stands, by cards in the others' hands
        -0.097,  # chips to come
        0.367,  # scouting
        -0.101,  # the owner's set stands
        -0.031,  # the owner's set stands, by cards in my hand
        0.23,  # an empty ring
        -0.542,  # cards in the shortest other hand
        -0.098,  # my cards, with the shortest other hand short
        0.519,  # shows I need beyond the shortest other hand
        0.362,  # the others' Scout & Show
        0.923,  # cards in the others' hands
        0.0,  # my Scout chips
        0.0,  # the other's Scout chips
    ),
}
