"""Refused moves and broken input."""


class RuleError(ValueError):
    """A refusal: a stable ``code`` for programs, an English ``sentence`` for people.

    Codes for moves: ``not_your_turn``, ``wrong_phase``, ``no_such_cards``, ``not_a_set``,
    ``not_stronger``, ``nothing_to_scout``, ``no_such_place``, ``no_scout_chip``,
    ``scout_and_show_used``, ``not_with_two_players``, ``stale``, ``bad_move``, ``game_over``.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
