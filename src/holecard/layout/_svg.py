"""The parts of an SVG drawing as text, and how wide a text is about to be.

>>> line(0, 0, 10, 2.5)
'<path d="M0 0L10 2.5"/>'
>>> round(width_of("Blackjack pays 3 to 2", 10))
115
"""

from __future__ import annotations

from html import escape

# The last one is what Typst has of its own, so that a page that it prints needs no font of the machine.
FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', 'Libertinus Serif', sans-serif"
NARROW, WIDE = set("iIjl.,:;'|!ftr()[]-/ "), set("mwMW@%—")
BOLD = 1.13


def number(value: float) -> str:
    """
    >>> number(2.0), number(-0.001), number(3.14159)
    ('2', '0', '3.14')
    """
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def attributes(given: dict[str, object]) -> str:
    """`stroke_width=2` becomes ` stroke-width="2"`."""
    shown = ((name, number(value) if isinstance(value, float | int) else value) for name, value in given.items())
    return "".join(f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for name, value in shown)


def path(d: str, **more: object) -> str:
    return f'<path d="{d}"{attributes(more)}/>'


def line(x1: float, y1: float, x2: float, y2: float, **more: object) -> str:
    return path(f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}", **more)


def rect(x: float, y: float, width: float, height: float, **more: object) -> str:
    return f"<rect{attributes({'x': x, 'y': y, 'width': width, 'height': height, **more})}/>"


def circle(x: float, y: float, radius: float, **more: object) -> str:
    return f"<circle{attributes({'cx': x, 'cy': y, 'r': radius, **more})}/>"


def text(said: str, x: float, y: float, size: float, **more: object) -> str:
    """Text on its base line. It has no outline, whatever its group has."""
    placed = {"x": x, "y": y, "font_size": size, "fill": "#000", "stroke": "none", **more}
    return f"<text{attributes(placed)}>{escape(said)}</text>"


def on_path(said: str, d: str, size: float, name: str, **more: object) -> str:
    """Text in the middle of a path, which is not drawn itself."""
    placed = {"font_size": size, "fill": "#000", "stroke": "none", "text_anchor": "middle", **more}
    along = f'<textPath href="#{name}" startOffset="50%">{escape(said)}</textPath>'
    return f'<path id="{name}" d="{d}" fill="none" stroke="none"/><text{attributes(placed)}>{along}</text>'


def group(inner: list[str], **more: object) -> str:
    return f"<g{attributes(more)}>\n" + "\n".join(inner) + "\n</g>"


def document(width: float, height: float, title: str, body: list[str]) -> str:
    """A whole file, in millimetres."""
    size = f'width="{number(width)}mm" height="{number(height)}mm" viewBox="0 0 {number(width)} {number(height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONTS}" role="img">\n'
        f"<title>{escape(title)}</title>\n"
        + rect(0, 0, width, height, fill="#fff")
        + "\n"
        + "\n".join(body)
        + "\n</svg>\n"
    )


def width_of(said: str, size: float, bold: bool = False) -> float:
    """About how wide a text is in the widest of our fonts, DejaVu Sans."""
    each = (0.37 if c in NARROW else 0.98 if c in WIDE else 0.72 if c.isupper() else 0.63 for c in said)
    return sum(each) * size * (BOLD if bold else 1)


def fitting(said: str, most: float, room: float, bold: bool = False) -> float:
    """The size in which a text fits the room, at most `most`."""
    return min(most, room / width_of(said, 1, bold))


def wrapped(said: str, size: float, room: float) -> list[str]:
    """The text in lines that fit the room.

    >>> wrapped("Dealer shall draw to 16", 10, 70)
    ['Dealer shall', 'draw to 16']
    """
    lines: list[str] = []
    for word in said.split():
        if lines and width_of(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
