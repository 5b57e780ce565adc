"""The word lists: whole words, however they are written, and no harmless ones."""

import pytest

from games.order.signs.words import languages_of, word_lists


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("You are a piece of SHIT.", ["en"]),
        ("k.y.s", []),
        ("kys!!", ["en"]),
        ("fuuuuuck you", ["en"]),
        ("b1tch", ["en"]),
        ("Du Hurensohn", ["de"]),
        ("HAENG", []),
        ("Häng dich auf", ["de"]),
        ("haltʼs maul".replace("ʼ", "'"), ["de"]),
        ("encule!", ["fr"]),
        ("Ta gueule", ["fr"]),
        ("Vete a la mierda", ["es"]),
        ("maricon", ["es"]),
        ("お前死ね", ["ja"]),
        ("\u200bas\u200bshole", ["en"]),
    ],
)
def test_words_of_the_lists_are_found(text: str, languages: list[str]) -> None:
    assert languages_of(text) == languages


@pytest.mark.parametrize(
    "text",
    [
        "Good game, thank you!",
        "I live in Scunthorpe.",
        "The retarding effect of a shitake",
        "What a killer move, I will find your run",
        "Le fil de putain... non, rien",
        "Está de puta madre, gracias",
        "このゲームは死ねないね",
        "Die Dicke Berta",
        "1 2 3 4 5, 5/6 and 10/9",
        "assassin",
        "",
    ],
)
def test_harmless_messages_are_left_alone(text: str) -> None:
    assert languages_of(text) == []


def test_there_is_a_short_list_for_each_of_the_languages() -> None:
    sizes = {each.language: len(each.phrases) + len(each.inside) for each in word_lists()}
    assert set(sizes) == {"de", "en", "es", "fr", "ja"}
    assert all(10 <= size <= 40 for size in sizes.values())
