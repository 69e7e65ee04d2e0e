"""What every game promises. Knows no rule of any game."""
