"""The kinds of effects that a race has: which fields each one fills, and the sentence for it in a terminal."""

from typing import NamedTuple

from boohive.core.game import Effect

__all__ = ["EFFECT_KINDS", "EffectKind", "describe"]


class EffectKind(NamedTuple):
    """One kind of effect."""

    fields: str
    """What ``seat``, ``piece``, ``from_``, ``to`` and ``reason`` mean, where they are filled."""
    sentence: str


EFFECT_KINDS = {
    "chosen": EffectKind("seat: the first player; piece: ghost; to: its room", "{who} puts the ghost into {end}."),
    "arriving": EffectKind("piece: the visitor; reason: when it is shown", "{piece} is coming..."),
    "appeared": EffectKind("piece: the visitor; to: its room", "{piece} is in {end}!"),
    "search": EffectKind("reason: the search that starts, such as 3.1", "Search {note}: go!"),
    "claimed": EffectKind(
        "seat: the claimant; piece: the colour's letter; reason: the search", "{who}: Booo! {piece}!"
    ),
    "called": EffectKind("seat: who called, without a colour yet; reason: the search", "{who}: Booo! Which colour?"),
    "crossed": EffectKind(
        "seat: the claimant; piece: the wall's letter; from_, to: the cells on its two sides",
        "  through {piece}: {start} to {end}",
    ),
    "passage": EffectKind("seat: the claimant; piece: ghost; to: the room", "  through the passage to {end}"),
    "changed": EffectKind("seat: the claimant; piece: the new colour's letter; reason: the old one", "  now {piece}"),
    "undone": EffectKind("seat: the claimant", "  one step back"),
    "failed": EffectKind(
        "seat: the claimant; reason: why; from_, to: the cells around the wrong wall, or to: the room of a wrong passage",
        "{who} fails: {note}.",
    ),
    "refused": EffectKind("seat: who claimed a banned colour; reason: why", "{who}: {note}."),
    "resting": EffectKind("seat: who has to wait; reason: how long", "{who} may claim again {note} into the search."),
    "out": EffectKind("seat: who may not search", "{who} is out until the next visitor."),
    "gave": EffectKind(
        "seat: who gives; piece: the visitor; from_, to: from which player to which one",
        "{who} gives {piece} to {end}.",
    ),
    "moved": EffectKind("piece: ghost; from_, to: rooms", "The ghost is in {end}."),
    "scared": EffectKind(
        "seat: who takes it; piece: the visitor; from_: its room", "{who} scares {piece} and takes it."
    ),
    "took": EffectKind(
        "seat: who takes it; piece: the wall token; from_: reserve or a player",
        "{who} takes the {piece} token from {start}: this colour is banned from now on.",
    ),
    "returned": EffectKind(
        "seat: who had it; piece: the wall token; to: reserve", "The {piece} token goes back to the reserve."
    ),
    "discarded": EffectKind("piece: the visitor; from_: its room; reason: why", "{piece} is discarded: {note}."),
    "missed": EffectKind(
        "seat: who could have gone there; piece: its first colour; reason: the route", "There was a route: {note}."
    ),
    "hand": EffectKind("seat: whose hand; reason: up or down", "{who}: hand {note}."),
    "hint": EffectKind("seat: who asked; reason: the hint", "Hint: {note}."),
    "joined": EffectKind("seat: who has sat down later", "{who} joins, from the next visitor on."),
    "away": EffectKind("seat: whose connection is lost", "{who} is away."),
    "back": EffectKind("seat: whose connection is there again", "{who} is back."),
    "won": EffectKind("seat: the winner; reason: why", "{who} wins: {note}."),
    "draw": EffectKind("reason: why nobody wins alone", "Nobody wins alone: {note}."),
}
"""In the order in which they appear in a game."""

TRIAL_SENTENCE = "The pile is played: {note}."
"""A player alone plays against the clock: there is nobody to win against."""


def describe(effect: Effect, *, alone: bool = False) -> str:
    """An effect as a line of text."""
    who = "" if effect.seat is None else f"Player {effect.seat + 1}"
    sentence = TRIAL_SENTENCE if alone and effect.kind == "won" else EFFECT_KINDS[effect.kind].sentence
    return sentence.format(who=who, piece=effect.piece, start=effect.from_, end=effect.to, note=effect.reason)
