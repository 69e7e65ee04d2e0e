"""Who the caller is: name, games, personal link, and being forgotten."""

import secrets
from contextlib import suppress

from boohive.games import GAMES
from boohive.server import limits
from boohive.server.messages.http import DeviceLink, MyTable, Profile, UpdateProfile
from boohive.server.privacy import erase, export, is_running_race
from boohive.server.routes.common import Caller, Reply, check_limit, with_person
from boohive.server.services import Services
from boohive.server.store.protocol import TableRow
from boohive.server.summaries import active_seats, read_summary, seats_for_list
from boohive.server.workers import Payload
from boohive.tables.errors import Rejected
from boohive.tables.fields import ServerMillis
from boohive.tables.incoming import NAME_LENGTH
from boohive.tables.seats import hash_token
from boohive.tables.text import clean

__all__ = ["erase_me", "me", "my_data", "personal_link", "set_me", "use_link"]

LINK_VALID_MS = 3_600_000
AT_ONCE = 50
"""The number of games in one answer."""


async def me(services: Services, caller: Caller, skip: int = 0) -> Reply[Profile]:
    """Who this browser is, and its games after the first few."""
    headers = with_person(services, caller)[1] if caller.person is not None else {}
    return Reply(await _profile_of(services, caller.person, skip), 200, headers)


async def _profile_of(services: Services, person: str | None, skip: int = 0) -> Profile:
    """A person's name and games. No log is read for it."""
    if person is None:
        return Profile(name="", tables=[])
    tables, sessions = [], services.tables.registry.sessions
    rows = await services.store.tables_of(person, AT_ONCE + 1, skip)
    for row in rows[:AT_ONCE]:
        summary, session = read_summary(row.summary), sessions.get(row.id)
        if row.game not in GAMES or not summary.seats:
            continue
        own = [seat for seat, each in enumerate(summary.seats) if each.person == person]
        tables.append(
            MyTable(
                table_id=row.id,
                game=row.game,
                title=GAMES[row.game].title,
                seats=seats_for_list(summary, session.connected() if session else []),
                your_seats=own,
                status=row.status,
                your_turn=any(seat in active_seats(row.active) for seat in own),
                outcome=summary.outcome,
                last_activity=_last_activity(row),
            )
        )
    tables.sort(key=lambda each: -each.last_activity)
    return Profile(name=await services.store.person_name(person) or "", tables=tables, more=len(rows) > AT_ONCE)


def _last_activity(row: TableRow) -> ServerMillis:
    """When somebody last did something; of a race that goes on its beginning, because a claim that waits is a secret (S11)."""
    return row.created if is_running_race(row) else row.touched


async def set_me(services: Services, caller: Caller, data: UpdateProfile) -> Reply[Profile]:
    """Be called something."""
    check_limit(services, caller, limits.CREATE)
    person, headers = with_person(services, caller)
    await services.store.name_person(person, clean(data.name, NAME_LENGTH), services.clock.now_ms())
    return Reply(await _profile_of(services, person), 200, headers)


async def personal_link(services: Services, caller: Caller) -> Reply[DeviceLink]:
    """A link that opens my games on another device, once and within an hour; the one before it is no longer valid."""
    check_limit(services, caller, limits.CREATE)
    person, headers = with_person(services, caller)
    if await services.store.person_name(person) is None:
        await services.store.name_person(person, "", services.clock.now_ms())
    token = secrets.token_urlsafe(24)
    await services.store.link_person(person, hash_token(token), services.clock.now_ms() + LINK_VALID_MS)
    return Reply(DeviceLink(link=f"/me/{token}"), 201, headers)


async def use_link(services: Services, caller: Caller, token: str) -> Reply[str]:
    """Become the person whose link this is: sent by the page that has asked whether that is wanted."""
    services.limits.check(caller.address, limits.CODES)
    person = await services.store.use_link(hash_token(token), services.clock.now_ms())
    if person is None:
        raise Rejected(
            "unknown_code", "this link was used or is older than an hour; make a new one on the other device"
        )
    cookie = services.signer.cookie(person, caller.is_secure)
    return Reply("", 303, {"location": "/", "set-cookie": cookie})


async def my_data(services: Services, caller: Caller) -> Reply[Payload]:
    """Everything that is kept of this person, as a file."""
    check_limit(services, caller, limits.HEAVY)
    if caller.person is None:
        raise Rejected("not_your_seat", "nobody is known by this browser; nothing is kept")
    found = await export(services.store, caller.person)
    return Reply(found, 200, {"content-disposition": 'attachment; filename="boohive-my-data.json"'})


async def erase_me(services: Services, caller: Caller) -> None:
    """Forget this person: name, link, and the name in every game's log. Running games go on."""
    check_limit(services, caller, limits.HEAVY)
    if caller.person is None:
        raise Rejected("not_your_seat", "nobody is known by this browser; there is nothing to forget")
    for table_id in await erase(services.store, caller.person, services.clock.now_ms()):
        with suppress(Rejected):  # A table that cannot be read stays set aside.
            await services.tables.registry.reload(table_id)
