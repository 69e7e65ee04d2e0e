"""boop. and its younger players' variant."""
