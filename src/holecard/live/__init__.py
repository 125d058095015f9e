"""The live house: serves tables to browsers and stores money and rounds in a database. Play chips only.

May import: the core and lab.
Exports: its packages; the order is store, people, table, audit and solving, web. The browser's files are in `pages/`.
"""
