"""The engine: search, proof, players and matches for every two-seat game."""
