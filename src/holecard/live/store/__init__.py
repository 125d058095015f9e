"""The database: schema, migrations, one writer that commits many units at once, leases.

May import: law, values, record.
Exports: `store`, `schema`, `writing`, `leases`, `migrate`, `driver`.
"""
