"""BOOOOP.: boop. with Ghost Cats that glide along the seams of the bed."""
