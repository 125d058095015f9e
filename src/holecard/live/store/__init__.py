"""The database: schema, migrations, leases, and one writer that commits many units at once.

May import: law, values, record.
Exports: `store`, `schema`, `writing`, `leases`, `migrate`, `driver`.
"""
