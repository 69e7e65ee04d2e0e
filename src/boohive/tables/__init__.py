"""Tables: a seated game as an ordered log of actions; its state is a pure fold of the log."""
