"""Makes a PDF of a few files with Typst. The same files and time give the same bytes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

import typst


def pdf_of(files: Mapping[str, bytes], when: datetime) -> bytes:
    """The PDF that `main.typ` describes, with the other files beside it."""
    # its stubs know one file alone
    made: bytes = typst.compile(files, format="pdf", ignore_system_fonts=True, timestamp=when)  # type: ignore[call-overload]
    return made
