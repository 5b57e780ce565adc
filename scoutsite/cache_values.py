"""Values in Redis as JSON: reading one runs nothing, whoever wrote it."""

import json
from dataclasses import asdict, is_dataclass
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder


class JSONValues:
    """For Django's cache; what is no JSON raises ``ValueError``."""

    def dumps(self, value: Any) -> int | bytes:
        # Redis counts whole numbers itself.
        return value if type(value) is int else json.dumps(value, cls=_Encoder).encode()

    def loads(self, value: bytes) -> Any:
        return json.loads(value)


class _Encoder(DjangoJSONEncoder):
    def default(self, o: Any) -> Any:
        # The admin keeps what a search found; its template reads dictionaries as well.
        if is_dataclass(o) and not isinstance(o, type):
            return asdict(o)
        return super().default(o)
