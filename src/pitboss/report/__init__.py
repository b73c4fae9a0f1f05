"""Charts, strategy cards and the game's math report."""
