"""What a refused move or a broken input says."""


class RuleError(ValueError):
    """A refusal with a stable ``code`` for programs and an English ``sentence`` for people.

    The codes are those of the project's formats: ``not_your_turn``, ``wrong_phase``,
    ``no_such_cards``, ``not_a_set``, ``not_stronger``, ``nothing_to_scout``, ``no_such_place``,
    ``no_scout_chip``, ``scout_and_show_used``, ``not_with_two_players``, ``stale``, ``bad_move``,
    ``game_over`` for moves, and a few more for records and views.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
