"""The narrator: what happens at a table, and what is asked there, in the words that the definitions bring.

May import: law to record.
Exports: `lines` (what happened), `prompts` (what is asked), `plaques` (what nobody may miss), `names`.
"""
