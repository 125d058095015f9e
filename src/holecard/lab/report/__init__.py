"""Results for people: the report, sweeps over options, checks of claims, plots.

May import: law to record, and the rest of lab.
Exports: `report`, `findings`, `sweep`, `plots`, `simulation_plots`.
"""
