"""What a release says of where it comes from: the project's addresses, and the README with links that work elsewhere.

Whoever builds a release gives the address of the repository: `HOLECARD_REPOSITORY=https://… make dist`. Without one the
release names no address, and the README's links stay as they are, which is right inside the source archive.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

ADDRESS = "HOLECARD_REPOSITORY"
PAGE = "{repository}/blob/main/"
FILE = "{repository}/raw/main/"
IMAGE = re.compile(r"(!\[[^]]*\]\(|<img src=\")(?!https?:)")
LINK = re.compile(r"(?<!!)(\[[^]!]*\]\()(?!https?:|#)")


class CustomMetadataHook(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text("utf-8")
        repository = os.environ.get(ADDRESS, "").rstrip("/")
        if repository and not repository.startswith("https://"):
            raise ValueError(f"{ADDRESS} must be an address that begins with https://, not {repository}")
        metadata["urls"] = urls(repository) if repository else {}
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute(text, repository) if repository else text,
        }


def urls(repository: str) -> dict[str, str]:
    return {
        "Documentation": f"{repository}/tree/main/docs",
        "Repository": repository,
        "Issues": f"{repository}/issues",
        "Changelog": f"{repository}/blob/main/CHANGELOG.md",
    }


def absolute(text: str, repository: str) -> str:
    """Images as files of the repository, other links as its pages."""
    text = IMAGE.sub(lambda found: found[1] + FILE.format(repository=repository), text)
    return LINK.sub(lambda found: found[1] + PAGE.format(repository=repository), text)
