"""Every figure we claim, printed as ratios against a peer or a baseline in the same run."""
