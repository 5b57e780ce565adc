"""A strict JSON parser."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from games.rules.json_values import FormatError, read_json
from games.words.control_characters import bad_text, has_control

MAX_BYTES = 16 * 1024
MAX_DEPTH = 8


class TooLargeError(APIException):
    """Too large."""

    status_code = 413


class StrictJSONParser(BaseParser):
    """Accepts one JSON value without NaN, duplicate keys or control characters."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read(MAX_BYTES + 1)
        if len(body) > MAX_BYTES:
            raise TooLargeError(_("The body is too large."))
        if not body:
            return {}
        try:
            value = read_json(body)
        except FormatError as error:
            raise ParseError(str(error)) from None
        if _depth(value) > MAX_DEPTH:
            raise ParseError(_("The body is nested too deeply."))
        if any(map(has_control, _texts(value))):
            raise bad_text()
        return value


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        yield from chain.from_iterable(map(_texts, value.values()))
    elif isinstance(value, list):
        yield from chain.from_iterable(map(_texts, value))


def _depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(_depth, value), default=0)
    return 0
