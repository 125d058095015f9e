"""The files of the pages as a browser gets them: scripts and style sheets without comments and needless space.

They are made when first asked for and then sent from memory, because a visit asks for fifty of them at once. Every line
of a script stays a line, so that an error in a browser names the line of the source.
"""

from __future__ import annotations

import re
from email.utils import formatdate
from functools import lru_cache
from hashlib import sha256
from mimetypes import guess_type
from os import PathLike, stat_result
from pathlib import Path
from stat import S_ISREG
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

MEDIA = {".js": "text/javascript", ".css": "text/css"}
_BESIDE = re.compile(r"""^((?:[^'"`/]|"[^"\\]*")*?)[ \t]*//.*""")


class Sent(NamedTuple):
    body: bytes
    etag: str


class PageFiles(StaticFiles):
    """The pages; a file that is changed while the house is open is sent as it now is."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file is found without a thread of its own: to look costs microseconds, to wait for a thread far more."""
        try:
            full_path, found = self.lookup_path("index.html" if path == "." else path)
        except (OSError, ValueError):
            found = None
        if found is None or not S_ISREG(found.st_mode) or scope["method"] not in ("GET", "HEAD"):
            return await super().get_response(path, scope)
        return self.file_response(full_path, found, scope)

    def file_response(
        self, full_path: str | PathLike[str], stat_result: stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        path = Path(full_path)
        body, etag = _sent(path, stat_result.st_mtime_ns)
        headers = {"etag": etag, "last-modified": formatdate(stat_result.st_mtime, usegmt=True)}
        media = MEDIA.get(path.suffix) or guess_type(path)[0]
        response = Response(body, status_code, headers, media)
        if self.is_not_modified(response.headers, Headers(scope=scope)):
            return NotModifiedResponse(response.headers)
        return response


@lru_cache(maxsize=256)
def _sent(path: Path, _changed: int) -> Sent:
    body = as_sent(path)
    return Sent(body, f'"{sha256(body).hexdigest()[:32]}"')


def as_sent(path: Path) -> bytes:
    """What is sent of a file of the pages."""
    if path.suffix not in MEDIA:
        return path.read_bytes()
    is_script = path.suffix == ".js"
    text = without_comments(path.read_text(encoding="utf-8"), is_script)
    return (text if is_script else without_space(text)).encode()


def without_comments(text: str, is_script: bool) -> str:
    """The same program or style, in which lines of nothing but comment are empty and no line is indented.

    A comment beside code that divides or has a template stays, because it may be none. So does every line that a
    template literal continues: there, indentation is text.

    >>> without_comments("/* why\\n   so */\\nwhen { // and\\n  // how\\n  go(`a\\n  b`);\\n}\\n", is_script=True)
    '\\n\\nwhen {\\n\\ngo(`a\\n  b`);\\n}\\n'
    """
    lines, is_comment, is_literal = [], False, False
    for line in text.split("\n"):
        left = line if is_literal else line.strip()
        if not is_literal and (is_comment or left.startswith("/*")):
            is_comment = "*/" not in left
            left = "" if is_comment else left.partition("*/")[2].strip()
        elif not is_literal and is_script:
            left = _BESIDE.sub(r"\1", left)
        is_literal ^= is_script and left.count("`") % 2 == 1
        lines.append(left)
    return "\n".join(lines)


def without_space(style: str) -> str:
    """A style sheet without comments and the space around its punctuation; what is quoted stays.

    >>> without_space('a > b, c { content: "a; b"; margin: 0 -1px; } /* why */')
    'a>b,c{content:"a; b";margin:0 -1px}'
    """
    parts = re.split(r'("[^"]*")', style)
    for at in range(0, len(parts), 2):
        bare = re.sub(r"/\*.*?\*/", "", parts[at])
        tight = re.sub(r"\s*([{};,>/])\s*", r"\1", bare)
        parts[at] = re.sub(r":[ \t]+", ":", tight).replace(";}", "}")
    return "".join(parts)
