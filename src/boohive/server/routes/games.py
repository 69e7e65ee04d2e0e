"""The games that can be played here."""

from boohive.core.game import Game
from boohive.games import GAMES
from boohive.server.messages import PRESETS, GameInfo, OptionInfo, PresetInfo, Shelf
from boohive.server.services import Services
from boohive.server.worker import has_engine

__all__ = ["game_info", "list_games"]


def list_games(services: Services) -> Shelf:
    """The games that can be played here."""
    return Shelf(games=[game_info(game) for game in GAMES.values()], presets=list(PRESETS), version=services.version)


def game_info(game: Game) -> GameInfo:
    """What a page needs to know of a game."""
    race = game.kind == "race"
    return GameInfo(
        id=game.id,
        title=game.title,
        summary=game.summary,
        seats=list(game.player_counts),
        options=[
            OptionInfo(
                name=option.name,
                default=game.table_defaults.get(option.name, option.default),
                help=option.help,
                choices=list(option.choices),
                least=option.least if type(option.default) is int else None,
                most=option.most if type(option.default) is int else None,
            )
            for option in game.options
        ],
        presets=[
            PresetInfo(name=preset.name, options=dict(preset.chosen), help=preset.help) for preset in game.presets
        ],
        levels=[level.number for level in game.levels],
        race=race,
        hints=has_engine() and game.analysis,
    )
