"""The HTTP and WebSocket server: one router per subject, and the app that joins them.

May import: everything in live, lab.advice, lab.wagers.
Exports: `server`, `sockets`, `http_*` (a router each).
"""
