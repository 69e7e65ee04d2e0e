"""boop. and boop. for younger players."""
