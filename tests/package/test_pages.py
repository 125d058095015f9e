"""The pages have no dead code: every export is imported, every module is loaded, every style is used."""

from __future__ import annotations

import re
from pathlib import Path

import holecard.live

PAGES = Path(holecard.live.__file__).parent / "pages"
MODULES = {str(file.relative_to(PAGES)): file.read_text("utf-8") for file in PAGES.rglob("*.js")}
STYLES = "\n".join(file.read_text("utf-8") for file in PAGES.rglob("*.css"))
INDEX = (PAGES / "index.html").read_text("utf-8")
CODE = "\n".join([INDEX, *MODULES.values()])


def _is_word_of(text: str, word: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def test_every_export_is_imported_by_another_module() -> None:
    exported = [
        (file, name)
        for file, text in MODULES.items()
        for name in re.findall(r"^export (?:async )?(?:function|const|let|class) (\w+)", text, re.MULTILINE)
    ]
    assert len(exported) > 50
    unused = [
        f"{file}: {name}"
        for file, name in exported
        if not any(_is_word_of(text, name) for other, text in MODULES.items() if other != file)
    ]
    assert unused == []


def test_every_module_is_loaded() -> None:
    lost = [file for file in MODULES if not re.search(rf"[\"/]{re.escape(Path(file).name)}\"", CODE)]
    assert lost == []


def test_every_preloaded_module_exists() -> None:
    assert [file for file in re.findall(r'modulepreload" href="([^"]+)"', INDEX) if file not in MODULES] == []


def test_every_class_of_the_style_sheets_is_used() -> None:
    selectors = re.sub(r"\{[^{}]*\}", "{}", re.sub(r"/\*.*?\*/", "", STYLES, flags=re.DOTALL))
    classes = set(re.findall(r"\.([A-Za-z][\w-]*)", selectors))
    assert len(classes) > 200
    made = set(re.findall(r"([A-Za-z]+-)\$\{", CODE))  # such as chip-${value}
    unused = [name for name in classes if not _is_word_of(CODE, name) and f"{name.split('-')[0]}-" not in made]
    assert sorted(unused) == []


def test_every_custom_property_is_used() -> None:
    unused = [name for name in set(re.findall(r"(--[\w-]+)\s*:", STYLES)) if f"var({name}" not in STYLES]
    assert sorted(unused) == []
