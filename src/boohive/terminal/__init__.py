"""A turn-based game in the terminal: ``game`` plays and draws, ``commands`` are the words that are not moves."""

from boohive.terminal.game import Terminal
from boohive.terminal.keeping import kept_game
from boohive.terminal.players import Bot, computer

__all__ = ["Bot", "Terminal", "computer", "kept_game"]
