"""HTTP and WebSocket: one router per subject, and the server that joins them.

May import: everything in live, lab.advice, lab.wagers.
Exports: `server`, `sockets`, `http_*` (a router each).
"""
