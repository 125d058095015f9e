"""`holecard layout`: draws the felt of a configured table to scale, and prints its signs."""

from __future__ import annotations

from pathlib import Path

from holecard.cli.options import announce, check_file, configured
from holecard.law.errors import HolecardError, Malformed
from holecard.layout import felt_svg, sign_svg
from holecard.layout import signs as signs_of
from holecard.record.files import write_whole


def layout_command(
    game: str,
    pairs: list[str],
    *,
    boxes: int | None,
    svg: Path | None,
    pdf: Path | None,
    scale: int,
    signs: Path | None,
) -> None:
    rules = configured(game, pairs)
    if svg is None and pdf is None and signs is None:
        raise Malformed("layout needs something to write. Add --svg FILE, --pdf FILE or --signs FOLDER")
    check_file(svg, ".svg", option="--svg")
    check_file(pdf, ".pdf", option="--pdf")
    check_folder(signs)
    drawn = felt_svg(rules, scale, boxes=boxes)
    files: dict[Path, bytes] = {}
    if svg is not None:
        files[svg] = drawn.encode()
    if pdf is not None or signs is not None:
        from holecard.lab.card.pdf_file import drawing_pdf

        if pdf is not None:
            files[pdf] = drawing_pdf(drawn, f"Layout of {rules.name}")
        if signs is not None:
            files |= {signs / f"{one.key}.pdf": drawing_pdf(sign_svg(one), one.title) for one in signs_of(rules)}
            signs.mkdir(exist_ok=True)
    for file, content in files.items():
        write_whole(file, content)
    announce(files, as_json=False)


def check_folder(folder: Path | None) -> None:
    """A folder for new files is empty or not there yet: nothing in it can be old."""
    if folder is None:
        return
    if folder.exists() and not folder.is_dir():
        raise HolecardError(f"{folder} is not a folder and was not changed")
    if folder.is_dir() and any(folder.iterdir()):
        raise HolecardError(f"the folder {folder} is not empty. Name a new folder")
    if not folder.parent.is_dir():
        raise HolecardError(f"{folder} cannot be made: there is no folder {folder.parent}")
