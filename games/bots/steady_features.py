"""What *steady* weighs in a position, and which signs of its weights make sense."""

FEATURES = (
    "always",
    "cards in my hand",
    "shows my hand needs",
    "one show from empty",
    "two shows from empty",
    "what my sets are worth",
    "my Scout & Show",
    "my Scout & Show, by cards in my hand",
    "my set stands",
    "my set stands, by cards in my hand",
    "my set stands, by cards in the others' hands",
    "chips to come",
    "scouting",
    "the owner's set stands",
    "the owner's set stands, by cards in my hand",
    "an empty ring",
    "cards in the shortest other hand",
    "my cards, with the shortest other hand short",
    "shows I need beyond the shortest other hand",
    "the others' Scout & Show",
    "cards in the others' hands",
    "my Scout chips",
    "the other's Scout chips",
)
"""Traits of a position; the last two only matter with two players."""

_SENSE = {
    "cards in my hand": -1,
    "shows my hand needs": -1,
    "one show from empty": 1,
    "two shows from empty": 1,
    "what my sets are worth": 1,
    "my Scout & Show": 1,
    "my Scout & Show, by cards in my hand": 1,
    "my set stands": 1,
    "my set stands, by cards in my hand": 1,
    "my set stands, by cards in the others' hands": 1,
    "chips to come": 1,
    "the owner's set stands": -1,
    "the owner's set stands, by cards in my hand": -1,
    "cards in the shortest other hand": 1,
    "my cards, with the shortest other hand short": -1,
    "shows I need beyond the shortest other hand": -1,
    "the others' Scout & Show": -1,
    "cards in the others' hands": 1,
    "my Scout chips": 1,
    "the other's Scout chips": -1,
}
SIGNS = tuple(_SENSE.get(feature, 0) for feature in FEATURES)
"""1 if good, -1 if bad, where a player would say so."""

NOTHING = (0.0,) * len(FEATURES)
