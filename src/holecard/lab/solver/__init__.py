"""Solves a compiled game exactly, for a finite or an infinite shoe.

May import: law, engine, lab.compiler.
Exports: `analysis` (analyse), `distribution`, `exact`, `followed`, `shoes`, `joint_hands`, `kernels`.
"""
