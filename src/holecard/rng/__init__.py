"""Evidence on the random numbers: collects what the live shuffle draws and produces, and tests it in fifteen ways.

The tests are those that 58 Pa. Code § 810a.5(c) names. Needs the extra `lab`.
May import: `values` and below.
Exports: the modules `collecting`, `files` and `suite`.
"""
