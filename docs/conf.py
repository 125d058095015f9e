"""How the documentation is built: Sphinx with MyST (Markdown) and the theme Furo. See docs/decisions/docs.md."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

import holecard  # noqa: E402

project = "Holecard"
author = "Holecard contributors"
copyright = author  # the name that Sphinx gives it
version = release = holecard.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "pages_from_code", "no_inline_code"]
myst_enable_extensions = ["colon_fence", "attrs_block"]
myst_heading_anchors = 4
exclude_patterns = ["_ext"]
suppress_warnings = ["myst.header"]  # an entry of the decisions has a heading of the third level, wherever it is
autodoc_typehints = "description"
autodoc_member_order = "bysource"
html_theme = "furo"
html_title = "Holecard"
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0d5c56", "color-brand-content": "#0d5c56"},
    "dark_css_variables": {"color-brand-primary": "#5cc2b6", "color-brand-content": "#5cc2b6"},
}
pygments_style, pygments_dark_style = "friendly", "native"
