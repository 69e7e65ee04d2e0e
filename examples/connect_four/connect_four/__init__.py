"""Connect four for boohive."""
