"""Booo! (Бу-у-у!): a race through the castle."""
