"""The public API: what `import holecard as hc` offers. The `holecard` command prints the results of these functions.

Nothing here imports NumPy or Numba until something is solved: what needs the lab imports it when it is called.
May import: everything below it (law to lab).
Exports: its modules; `holecard/__init__.py` lists the public names.
"""
