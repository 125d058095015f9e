"""The lab for a served house, in separate processes: hints, house edges, reports, simulations.

May import: the core, lab, live.store, live.people, live.table.
Exports: `hints`, `lab`; `hint_process` and `lab_process` are run as programs.
"""
