"""The JSON Schemas: what each command prints with `--json`, and what a script file contains. One file each.

May import: nothing.
Exports: nothing; `holecard.api.schema` reads the files.
"""
