"""The table is light, also on a slow line.

What counts is what travels: page (30 KB), scripts and styles (60 KB, without fonts), each file
compressed by itself.
"""

import gzip
import re
from pathlib import Path

from django.contrib.staticfiles import finders

from tests.pages.page import Visitor

KILOBYTE = 1000


def test_the_table_is_light(player: Visitor) -> None:
    html = player.page.html
    assert len(gzip.compress(html.encode())) < 30 * KILOBYTE
    paths = re.findall(r"<(?:script[^>]* src|link rel=.stylesheet. href)=./static/([^\"]+)", html)
    weights = {}
    for path in paths:
        found = finders.find(path)
        assert isinstance(found, str)
        weights[path] = len(gzip.compress(Path(found).read_bytes()))
    assert len(weights) >= 8
    assert sum(weights.values()) < 60 * KILOBYTE
