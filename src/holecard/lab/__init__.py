"""The mathematics: what a game is worth and how to play it, found by driving the very rules that the table plays by."""
