"""Hive with Mosquito, Ladybug and Pillbug."""
