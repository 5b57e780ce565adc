"""The weights of *steady*, by number of players.

Made by ``manage.py train_steady --passes 6 --rounds 1440 --seed 0``:
see :mod:`.training`.
"""

WEIGHTS: dict[int, tuple[float, ...]] = {
    2: (
        -1.241,  # always
        0.0,  # cards in my hand
        0.0,  # shows my hand needs
        0.576,  # one show from empty
        0.0,  # two shows from empty
        0.699,  # what my sets are worth
        0.0,  # my Scout & Show
        0.0,  # my Scout & Show, by cards in my hand
        0.465,  # my set stands
        0.116,  # my set stands, by cards in my hand
        0.0,  # my set stands, by cards in the others' hands
        0.0,  # chips to come
        2.198,  # scouting
        0.0,  # the owner's set stands
        0.0,  # the owner's set stands, by cards in my hand
        0.0,  # an empty ring
        0.204,  # cards in the shortest other hand
        -0.003,  # my cards, with the shortest other hand short
        0.0,  # shows I need beyond the shortest other hand
        0.0,  # the others' Scout & Show
        0.204,  # cards in the others' hands
        0.698,  # my Scout chips
        -0.765,  # the other's Scout chips
    ),
    3: (
        -0.074,  # always
        0.0,  # cards in my hand
        0.0,  # shows my hand needs
        0.591,  # one show from empty
        0.0,  # two shows from empty
        0.832,  # what my sets are worth
        0.002,  # my Scout & Show
        0.227,  # my Scout & Show, by cards in my hand
        1.798,  # my set stands
        0.0,  # my set stands, by cards in my hand
        0.0,  # my set stands, by cards in the others' hands
        0.001,  # chips to come
        0.355,  # scouting
        -0.699,  # the owner's set stands
        -0.272,  # the owner's set stands, by cards in my hand
        -0.739,  # an empty ring
        0.0,  # cards in the shortest other hand
        -0.028,  # my cards, with the shortest other hand short
        0.0,  # shows I need beyond the shortest other hand
        -0.454,  # the others' Scout & Show
        0.143,  # cards in the others' hands
        0.0,  # my Scout chips
        0.0,  # the other's Scout chips
    ),
    4: (
        -1.407,  # always
        -0.288,  # cards in my hand
        0.0,  # shows my hand needs
        0.852,  # one show from empty
        0.268,  # two shows from empty
        0.879,  # what my sets are worth
        0.307,  # my Scout & Show
        0.086,  # my Scout & Show, by cards in my hand
        0.966,  # my set stands
        0.0,  # my set stands, by cards in my hand
        0.0,  # my set stands, by cards in the others' hands
        0.005,  # chips to come
        0.289,  # scouting
        -0.643,  # the owner's set stands
        -0.015,  # the owner's set stands, by cards in my hand
        0.053,  # an empty ring
        0.0,  # cards in the shortest other hand
        -0.005,  # my cards, with the shortest other hand short
        0.0,  # shows I need beyond the shortest other hand
        -0.0,  # the others' Scout & Show
        0.622,  # cards in the others' hands
        0.0,  # my Scout chips
        0.0,  # the other's Scout chips
    ),
    5: (
        -0.988,  # always
        -0.431,  # cards in my hand
        0.0,  # shows my hand needs
        0.425,  # one show from empty
        0.083,  # two shows from empty
        0.913,  # what my sets are worth
        0.46,  # my Scout & Show
        0.102,  # my Scout & Show, by cards in my hand
        0.093,  # my set stands
        0.0,  # my set stands, by cards in my hand
        0.0,  # my set stands, by cards in the others' hands
        0.209,  # chips to come
        0.261,  # scouting
        -0.161,  # the owner's set stands
        -0.001,  # the owner's set stands, by cards in my hand
        0.191,  # an empty ring
        0.0,  # cards in the shortest other hand
        -0.003,  # my cards, with the shortest other hand short
        0.0,  # shows I need beyond the shortest other hand
        -0.001,  # the others' Scout & Show
        0.683,  # cards in the others' hands
        0.0,  # my Scout chips
        0.0,  # the other's Scout chips
    ),
}
