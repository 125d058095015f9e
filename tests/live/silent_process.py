"""A process that reads and never answers."""

import sys

if __name__ == "__main__":
    sys.stdin.read()
