"""The README as the package's description: a page elsewhere, so its links are absolute."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PAGE = "{repository}/blob/main/"
FILE = "{repository}/raw/main/"
IMAGE = re.compile(r"(!\[[^]]*\]\(|<img src=\")(?!https?:)")
LINK = re.compile(r"(?<!!)(\[[^]!]*\]\()(?!https?:|#)")


class CustomMetadataHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        repository = self.config.get("repository") or metadata["urls"]["Repository"]
        text = absolute((Path(self.root) / "README.md").read_text("utf-8"), repository)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


def absolute(text: str, repository: str) -> str:
    """Images as files of the repository, other links as its pages."""
    text = IMAGE.sub(lambda found: found[1] + FILE.format(repository=repository), text)
    return LINK.sub(lambda found: found[1] + PAGE.format(repository=repository), text)
