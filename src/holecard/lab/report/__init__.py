"""Findings for people: the report, sweeps over options, claims checked, plots.

May import: law to record, and the rest of lab.
Exports: `report`, `findings`, `sweep`, `plots`, `simulation_plots`.
"""
