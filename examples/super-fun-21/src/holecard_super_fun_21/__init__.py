"""Super Fun 21 for Holecard: a game, a side wager and a register, found by its entry points."""
