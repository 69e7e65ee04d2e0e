"""Tables: a seated game as an ordered log of actions; its state is what replaying the log leads to."""
