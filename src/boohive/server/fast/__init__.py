"""Tricks that save processor time. Each overrides its plain twin in ``server/plain`` and must do the same, only faster."""
