"""A strict JSON parser."""

from collections.abc import Mapping
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser

from games.rules.json_values import FormatError, depth_of, read_json
from games.words.control_characters import bad_text, has_control_within

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
        if depth_of(value) > MAX_DEPTH:
            raise ParseError(_("The body is nested too deeply."))
        if has_control_within(value):
            raise bad_text()
        return value
