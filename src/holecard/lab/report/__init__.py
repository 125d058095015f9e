"""Results for people: the report, sweeps over options, checks of claims, plots, workbooks.

May import: law to record, and the rest of lab.
Exports: `report`, `findings`, `sweep`, `plots`, `simulation_plots`, `sheets`, `par_sheet`, `workbook`.
"""
