"""Setting a table up, sitting down and beginning."""

from collections.abc import Mapping, Sequence

from msgspec import structs

from boohive.core.game import Event, Game, Outcome, Position, Seat
from boohive.core.options import OptionValue
from boohive.core.sentences import Sentence
from boohive.games import GAMES
from boohive.tables import log
from boohive.tables.clocks import start_clocks
from boohive.tables.errors import Rejected
from boohive.tables.log import LogEntry
from boohive.tables.playing import last_event_ms, play
from boohive.tables.randomness import game_seed, stream
from boohive.tables.seats import EMPTY, occupied_by, reassign_host, same_person, with_seat
from boohive.tables.table import Table, acting_seat, end, end_if_over, require_status, timed_seat

__all__ = [
    "complete",
    "create",
    "free_seats",
    "leave",
    "rematch_order",
    "rematch_settings",
    "rename",
    "seat_order",
    "start",
    "take_seat",
    "vacate",
]


def complete(settings: log.TableCreated) -> log.TableCreated:
    """The settings with every option of the game written out."""
    game = GAMES[settings.game]
    if settings.party and game.joining_event() is None:
        raise Rejected(
            "bad_option", f"{game.title} has no party; it is for a race that several phones play on one screen"
        )
    position = first_position(settings, range(settings.seats))
    return _with_moves_of_text(structs.replace(settings, options=dict(position.options)), position)


def _with_moves_of_text(settings: log.TableCreated, position: Position) -> log.TableCreated:
    """A position's text may hold the moves that led to it, as Hive's do: then they are events of the table, to be listed."""
    game = GAMES[settings.game]
    moves = position.as_turn_based().moves_played if game.kind == "turns" else []
    before, events = game.new(**settings.options), []
    for text in moves:
        event = Event(before.active_seats[0], text)
        events.append((event.seat, event.text, None))
        before = _after(before, event)
    if not moves or before.text != position.text:
        return settings
    return structs.replace(settings, initial_position=None, events=(*events, *settings.events))


def create(entry: LogEntry) -> Table:
    """A table after the first entry of its log."""
    settings = entry.action
    if not isinstance(settings, log.TableCreated) or entry.seq != 1:
        raise Rejected("bad_message", "a log begins with the creation of its table")
    log.check_format(settings.format)
    game = GAMES[settings.game]
    first = first_position(settings, range(settings.seats))
    table = Table(
        seq=1,
        game=game,
        settings=settings,
        created_at=entry.server_ms,
        seats=(EMPTY,) * settings.seats,
        status="waiting",
        initial_position=first,
        position=first,
        history=(),
        effects=(),
        position_seq=1,
        clocks=start_clocks(settings.clock, settings.seats, None, entry.server_ms),
        is_race=game.kind == "race",
        last_activity=entry.server_ms,
    )
    return _with_given_events(table)


def first_position(settings: log.TableCreated, seats: Sequence[Seat]) -> Position:
    """Where the game of these seats begins."""
    game = GAMES[settings.game]
    if len(seats) not in game.seat_counts():
        players = _numbers(game.player_counts)
        raise Rejected("bad_option", f"{game.title} is for {players} players, not for {len(seats)}")
    options = _options(game, settings, seats)
    if settings.initial_position is None:
        return game.new(**options)
    return game.from_text(settings.initial_position, **options)


def _options(game: Game, settings: log.TableCreated, seats: Sequence[Seat]) -> Mapping[str, OptionValue]:
    """The options with what the table itself sets: the number of players always, the seed unless it was chosen."""
    options: dict[str, OptionValue] = dict(settings.options)
    if len(seats) < settings.seats:
        options = dict(game.options_of_seats(options, seats))
    if game.players_option is not None:
        options[game.players_option] = len(seats)
    if game.seed_option is not None:
        options.setdefault(game.seed_option, game_seed(settings))
    return options


def _numbers(seats: range) -> str:
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


def _with_given_events(table: Table) -> Table:
    """The table with the events that a continued record brought along."""
    position, effects = table.initial_position, table.effects
    history = tuple(Event(seat, text, game_ms) for seat, text, game_ms in table.settings.events)
    for event in history[:-1]:
        position = _after(position, event)
    for event in history[-1:]:
        position, effects = position.apply(event)
    return structs.replace(table, position=position, history=history, effects=effects)


def _after(position: Position, event: Event) -> Position:
    """The position after an event whose effects nobody is told of: to work them out takes most of the time."""
    if position.game.kind == "turns" and event.seat in position.active_seats:
        return position.as_turn_based().play(event.text)
    return position.apply(event).position


def take_seat(table: Table, entry: LogEntry) -> Table:
    """Take a seat that is free."""
    action = entry.action
    assert isinstance(action, log.SeatTaken)
    if table.status == "playing" and action.seat in free_seats(table):
        return _join(table, entry, action)
    require_status(table, "waiting")
    if action.seat >= len(table.seats) or table.seats[action.seat].occupant != "empty":
        raise Rejected("full", "this seat is taken; choose another one or watch")
    seats = with_seat(table.seats, action.seat, occupied_by(action))
    return structs.replace(table, seats=reassign_host(seats) if table.settings.party else seats)


def free_seats(table: Table) -> tuple[Seat, ...]:
    """The seats that somebody can take now: at a party also a further one while it is played."""
    if table.status == "waiting":
        return tuple(seat for seat, holder in enumerate(table.seats) if holder.occupant == "empty")
    seats = len(table.seats)
    joinable = table.status == "playing" and table.settings.party and seats < table.game.seat_counts()[-1]
    return (seats,) if joinable else ()


def _join(table: Table, entry: LogEntry, action: log.SeatTaken) -> Table:
    """One more seat at a game that is being played."""
    word = table.game.joining_event()
    assert word is not None, "a party is made for games that can be joined"
    timer, now = table.position.next_timer, table.game_ms_at(entry.server_ms)
    # What the clock does is written by itself, with the moment from which it may be seen.
    game_ms = max(now if timer is None else min(now, timer - 1), last_event_ms(table))
    seats = reassign_host((*table.seats, occupied_by(action)))
    joined = structs.replace(entry, seat=action.seat, action=log.Play(word, game_ms=game_ms))
    return play(structs.replace(table, seats=seats), joined)


def leave(table: Table, entry: LogEntry) -> Table:
    """Get up before the game."""
    require_status(table, "waiting")
    return vacate(table, acting_seat(table, entry))


def vacate(table: Table, seat: Seat) -> Table:
    """A seat is free again; a table without people is over, unless the big screen of a party waits for others."""
    seats = reassign_host(with_seat(table.seats, seat, EMPTY))
    table = structs.replace(table, seats=seats)
    if table.settings.party or any(holder.occupant == "person" for holder in seats):
        return table
    return end(table, Outcome(None, Sentence("abandoned", "abandoned")), "abandoned")


def start(table: Table, entry: LogEntry) -> Table:
    """Begin with the seats that are taken, in the order that the entry gives."""
    action = entry.action
    assert isinstance(action, log.Start)
    require_status(table, "waiting")
    if entry.seat is not None and not table.seats[acting_seat(table, entry)].host:
        raise Rejected("not_your_seat", "only the host of the table can begin; wait for them")
    taken = [seat for seat, holder in enumerate(table.seats) if holder.occupant != "empty"]
    counts = table.game.player_counts if table.settings.party else table.game.seat_counts()
    if len(taken) not in counts:
        needed = _numbers(table.game.player_counts)
        raise Rejected("not_now", f"{table.game.title} needs {needed} players; wait for more or add a bot")
    order = taken if action.order is None else list(action.order)
    if sorted(order) != taken:
        raise Rejected("bad_message", f"the order {order} must name the seats that are taken, {taken}")
    seats = tuple(table.seats[seat] for seat in order)
    if len(seats) < len(table.seats):
        first = first_position(table.settings, taken)
        table = _with_given_events(structs.replace(table, initial_position=first))
    now = entry.server_ms
    begun = structs.replace(
        table, seats=seats, status="playing", game_started_at=now, position_seq=entry.seq, offers=()
    )
    clocks = start_clocks(table.settings.clock, len(seats), timed_seat(begun.active_seats, table.is_race), now)
    return end_if_over(structs.replace(begun, clocks=clocks))


def seat_order(table: Table) -> log.Start:
    """The start of a full table, in random order where that was wanted."""
    taken = [seat for seat, holder in enumerate(table.seats) if holder.occupant != "empty"]
    if table.settings.random_seats:
        taken = stream(table.settings, "seats").shuffled(taken)
    return log.Start(tuple(taken))


def rename(table: Table, entry: LogEntry) -> Table:
    """Another name for all seats of the person."""
    action = entry.action
    assert isinstance(action, log.Rename)
    seat = acting_seat(table, entry)
    own = table.seats[seat]
    seats = [
        structs.replace(holder, name=action.name) if other == seat or same_person(holder, own) else holder
        for other, holder in enumerate(table.seats)
    ]
    return structs.replace(table, seats=tuple(seats))


def rematch_order(table: Table) -> list[Seat]:
    """Where those who play once more come from: each goes one seat further."""
    return [*range(1, len(table.seats)), 0]


def rematch_settings(table: Table, rematch_of: str, seed: str) -> log.TableCreated:
    """The settings of another game of the same kind, with a secret of its own."""
    old, set_by_table = table.settings, (table.game.players_option, table.game.seed_option)
    played = table.game.options_of_seats(table.initial_position.options, rematch_order(table))
    options = {name: value for name, value in played.items() if name not in set_by_table}
    return complete(
        log.TableCreated(
            old.game,
            options,
            len(table.seats),
            old.clock,
            strict=old.strict,
            rated=old.rated,
            assistance_allowed=old.assistance_allowed,
            preset=old.preset,
            rng=log.RNG,
            seed=seed,
            rematch_of=rematch_of,
            party=old.party,
        )
    )
