"""The interface of all games and what they share. Knows no rule of any game."""
