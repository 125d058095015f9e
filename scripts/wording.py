"""Lists every text that people read in docs/wording.md, so that a reviewer can read them all in one place.

    .venv/bin/python scripts/wording.py           write the list
    .venv/bin/python scripts/wording.py --check   fail if it is out of date

Python is read as a syntax tree, the pages by their string literals. A part that is computed shows as {expression}.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "holecard"
PAGE = ROOT / "docs" / "wording.md"
COMMAND = ".venv/bin/python scripts/wording.py"

SKIPPED = ("migrations", "site")  # of the database, which nobody reads; and the documentation once it is built
STYLES = {"bold", "dim", "red", "green", "cyan", "bold red", "bold green", "bold cyan", "yellow"}
ERRORS = re.compile(r"(Refused|Malformed|Error|UnknownClause|Exception|Exit|Conflict|Problem)$")
NAMES = {"name", "title", "says", "label", "caption", "announces", "heading", "placeholder"}
HELP = {"help"}
SHOWN = {"add_row", "add_column", "print", "echo", "say", "assemble", "Text", "Said", "spinner", "set_title", "legend"}
NOT_READ = {"compile", "match", "search", "sub", "findall", "split", "finditer", "getLogger", "njit", "text"}
WORDS = re.compile(r"[^\W\d_]{2,}[^\n]*\s[^\n]*[^\W\d_]{2,}|^[A-Z][a-z]{2,}\W?$")
CODE = re.compile(r"^[\w.]+\[.*\]$|^[\w ]+ = |[{};]\s*$|^\s*[#.@]|^https?:|=\"|\bvar\(|^[\w-]+/[\w-]+")
PREDICATES = ("is", "are", "has", "may", "would")  # as `Refused.sentence` joins what and why
WIDTH = 8

HEAD = f"""# Every text that people read

This list is for reviewers: it has every refusal, error, help text, name and message in the source, file by file.
`scripts/wording.py` writes it and a test checks that it is current. To bring it up to date, run

```
{COMMAND}
```

Edit a text where it is written, not here. A part in braces is filled in when the text is shown. A *refusal* or an
*error* ends a command or a request, *help* is what `--help` prints, *name* comes from a definition, and *text* is
everything else. The summaries of clauses are in `src/holecard/law/registers/*.toml`; `holecard law show` prints them.
[CONTRIBUTING.md](../CONTRIBUTING.md) says how we write.
"""


class Said(NamedTuple):
    kind: str
    text: str


# --- Python -----------------------------------------------------------------------------------------------------------


class Reader(ast.NodeVisitor):
    """Collects the texts of one module, in the order in which they are written."""

    def __init__(self) -> None:
        self.found: list[Said] = []
        self.kinds = ["text"]

    def visit_Module(self, node: ast.Module) -> None:
        self._body(node.body)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._body(node.body)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if any(_is_command(decorator) for decorator in node.decorator_list):
            self._say("help", (ast.get_docstring(node) or ""))
        for part in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            if part.annotation is not None and isinstance(part.annotation, ast.Subscript):
                self.visit(part.annotation)
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        self._body(node.body)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Call(self, node: ast.Call) -> None:
        called = _called(node)
        if called == "Refused":
            self._refusal(node)
        elif ERRORS.search(called):
            self._within("error", node, every=True)
        elif called in NOT_READ:
            self._within(self.kinds[-1], node, every=False, skip_texts=True)
        else:
            self._within(self.kinds[-1], node, every=called in SHOWN)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Skip it: its message is for people who change the code."""

    def visit_keyword(self, node: ast.keyword) -> None:
        kind = "name" if node.arg in NAMES else "help" if node.arg in HELP else ""
        if kind and isinstance(node.value, ast.Constant | ast.JoinedStr):
            self._say(kind, _text(node.value))
        else:
            self.visit(node.value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and _is_prose(node.value):
            self._say(self.kinds[-1], node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        words = "".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
        if re.search(r"[^\W\d_]{3,}", words) and not CODE.search(words):
            self._say(self.kinds[-1], _text(node))

    def _body(self, statements: list[ast.stmt]) -> None:
        """Statements without the texts that stand alone: docstrings."""
        for statement in statements:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                self.visit(statement)

    def _refusal(self, node: ast.Call) -> None:
        """One line, as the refusal is printed."""
        named = {word.arg: word.value for word in node.keywords}
        what = node.args[0] if node.args else named.get("what")
        why, cite, legal = named.get("why"), named.get("cite"), named.get("legal")
        joint = " " if _text(why).partition(" ")[0] in PREDICATES else ": "
        text = f"{_text(what)}{joint}{_text(why)} ({_text(cite)})." + (f" Accepted: {_text(legal)}." if legal else "")
        self._say("refusal", text)

    def _within(self, kind: str, node: ast.Call, *, every: bool, skip_texts: bool = False) -> None:
        self.kinds.append(kind)
        for argument in node.args:
            plain = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            if plain and (every or skip_texts):
                if every:
                    self._say(kind, _text(argument))
            else:
                self.visit(argument)
        for word in node.keywords:
            self.visit(word)
        self.visit(node.func)
        self.kinds.pop()

    def _say(self, kind: str, text: str) -> None:
        line = " ".join(text.split())
        if re.search(r"[^\W\d_]", line) and line not in STYLES and Said(kind, line) not in self.found:
            self.found.append(Said(kind, line))


def _called(node: ast.Call) -> str:
    func = node.func
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def _is_command(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and _called(node) in ("command", "callback")


def _is_prose(text: str) -> bool:
    return WORDS.search(text) is not None and CODE.search(text) is None


def _text(node: ast.expr | None) -> str:
    """What an expression says: its words, and {braces} around what is computed."""
    match node:
        case None:
            return ""
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(_text(part) for part in parts)
        case ast.FormattedValue(value=value):
            return f"{{{ast.unparse(value)}}}"
        case ast.Tuple(elts=parts):
            return ", ".join(_text(part) for part in parts)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _text(left) + _text(right)
        case ast.IfExp(body=body, orelse=other) if isinstance(body, ast.Constant | ast.JoinedStr):
            return f"{_text(body)} | {_text(other)}"
        case _:
            return f"{{{ast.unparse(node)}}}"


def of_python(source: str) -> list[Said]:
    reader = Reader()
    reader.visit(ast.parse(source))
    return reader.found


# --- pages ------------------------------------------------------------------------------------------------------------

SCRIPT = re.compile(
    r"//[^\n]*|/\*.*?\*/"  # a comment
    r"|(?<=[(,=:?&|!])\s*/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\n*])+/[a-z]*"  # a regular expression
    r"|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`",
    re.DOTALL,
)
STYLED = re.compile(r"(?:class|className|kind|d)\s*[:=][^,;\n]*$")  # names of classes, not words
ATTRIBUTES = {"title", "aria-label", "placeholder", "alt", "content"}


def of_script(source: str) -> list[Said]:
    """The string literals of a script that read as words; names of classes and elements do not."""
    found = []
    for match in SCRIPT.finditer(source):
        literal = match.group()
        text = " ".join(literal[1:-1].split())
        shown = re.sub(r"\$\{", "{", text)
        words = re.sub(r"\$\{[^}]*\}", " ", text)
        if literal[0] not in "\"'`" or not _is_shown(words) or STYLED.search(source[: match.start()][-90:]):
            continue
        said = Said("text", shown)
        if said not in found:
            found.append(said)
    return found


def _is_shown(words: str) -> bool:
    if CODE.search(words) or (re.fullmatch(r"[a-z0-9 _-]*", words.strip()) and " " not in words.strip()):
        return False
    return re.search(r"[^\W\d_]{3,}", words) is not None and (" " in words.strip() or words.strip()[:1].isupper())


class Page(HTMLParser):
    """The texts and labels of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Said] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside.append(tag)
        for name, value in attrs:
            if name in ATTRIBUTES and value and _is_prose(value):
                self.found.append(Said("text", value))

    def handle_endtag(self, tag: str) -> None:
        while self.inside and self.inside.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if text and "script" not in self.inside and "style" not in self.inside:
            self.found.append(Said("text", text))


def of_page(source: str) -> list[Said]:
    page = Page()
    page.feed(source)
    return page.found


# --- the report's template --------------------------------------------------------------------------------------------


TYPESETTING = re.compile(
    r"#?(?:set|show|let|for|if group|if not|block|grid)\b|columns:|\.\.(?!if)|header:|table\.cell|\(|[A-Z]: "
)


def of_template(source: str) -> list[Said]:
    """The lines of a Typst template that have words outside its code."""
    lines = (" ".join(line.split("//")[0].split()) for line in source.splitlines())
    texts = (re.sub(r"#(\w+(?:\.\w+)*)(?:\([^()]*\))?", r"{\1}", line) for line in lines if not TYPESETTING.match(line))
    return [Said("text", line) for line in texts if re.search(r"[A-Za-z]{3,},? [a-z]{2,}", line)]


# --- the list ---------------------------------------------------------------------------------------------------------

READERS = {".py": of_python, ".js": of_script, ".html": of_page, ".typ": of_template}


def sections() -> Iterator[tuple[Path, list[Said]]]:
    for file in sorted(PACKAGE.rglob("*"), key=lambda path: path.relative_to(PACKAGE).as_posix()):
        read = READERS.get(file.suffix)
        if read is not None and not set(SKIPPED) & set(file.parts):
            found = read(file.read_text("utf-8"))
            if found:
                yield file.relative_to(PACKAGE), found


def listing() -> str:
    lines = [HEAD]
    package = ""
    for file, found in sections():
        if file.parts[0] != package:
            package = file.parts[0]
            lines.append(f"## {package}\n")
        lines.append(f"### {file.as_posix()}\n\n```text")
        lines += (f"{said.kind:<{WIDTH}}{said.text}" for said in found)
        lines.append("```\n")
    return "\n".join(lines)


def main() -> None:
    if "--check" not in sys.argv:
        PAGE.write_text(listing(), "utf-8")
    elif not PAGE.exists() or PAGE.read_text("utf-8") != listing():
        sys.exit(f"out of date: docs/wording.md. Run {COMMAND} and commit the result.")


if __name__ == "__main__":
    main()
