"""The strategy card: its cells, and the card as text, CSV, SVG and PDF.

May import: law, engine, games, lab.compiler, lab.solver.
Exports: `cells`, `text`, `csv_file`, `svg_file`, `pdf_file`.
"""
