"""The schools: drills for players, dealers and the floor, made of real tables and judged by the rules or by the lab.

May import: law to api.
Exports: `levels` (what a dealer or a floorperson is asked), `hands` (what a player is), `memory`, `counting`, `exam`.
"""
