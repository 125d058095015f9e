"""The mathematics: what the rules are worth, computed by asking the rules themselves."""
