"""The games that can be played here."""

from boohive.core.game import Game
from boohive.games import GAMES
from boohive.server.messages.http import GameInfo, GameList, LevelData, OptionInfo, PresetInfo
from boohive.server.messages.parts import QUICK_PHRASES
from boohive.server.messages.socket import PROTOCOL
from boohive.server.services import Services
from boohive.server.worker import has_engine

__all__ = ["game_info", "list_games"]


def list_games(services: Services) -> GameList:
    """The games that can be played here."""
    return GameList(
        games=[game_info(game) for game in GAMES.values()],
        quick_phrases=list(QUICK_PHRASES),
        version=services.version,
        protocol=PROTOCOL,
    )


def game_info(game: Game) -> GameInfo:
    """What a page needs to know of a game."""
    return GameInfo(
        id=game.id,
        title=game.title,
        summary=game.summary,
        kind=game.kind,
        player_counts=list(game.player_counts),
        options=[
            OptionInfo(
                name=option.name,
                default=game.table_defaults.get(option.name, option.default),
                help=option.help,
                choices=list(option.choices),
                minimum=option.minimum if type(option.default) is int else None,
                maximum=option.maximum if type(option.default) is int else None,
            )
            for option in game.options
        ],
        presets=[
            PresetInfo(name=preset.name, options=dict(preset.options), help=preset.help) for preset in game.presets
        ],
        levels=[LevelData(number=level.number, name=level.name) for level in game.levels],
        analysis=has_engine() and game.analysis,
    )
