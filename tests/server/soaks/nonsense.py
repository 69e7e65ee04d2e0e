"""Messages that are nearly right, and bytes that are nothing at all."""

import json
import struct

WORDS = ["", "k c3", "claim 1.1 W", "x" * 900, "\u0000", "a\u0000b", "😀", "\u202e\u2066", "\ud800", "é" * 60, "draw", "rematch",
         "__proto__", "constructor", "' or 1=1 --", None, -1, 0, 2**31, 2**63, -(2**70), 1e308, 0.5, True, [], {}, [[]],
         {"kind": "play"}, "table_created", "seat_taken", "timeout", "pause", "play", "resign", "action",
         "~timeout-1"]  # fmt: skip
KINDS = ["play", "resign", "offer", "answer", "chat", "start", "seat_left", "rename", "abandon", "claim_draw", "claim_absence",
         "table_created", "timeout", "kick", "fly"]  # fmt: skip
FIELDS = [
    "text",
    "reported_ms",
    "game_ms",
    "clock_ms",
    "what",
    "yes",
    "win",
    "away_ms",
    "phrase",
    "name",
    "order",
    "seat",
    "kind",
    "extra",
]
TYPES = ["action", "subscribe", "resume", "unsubscribe", "preview", "ping", "latency_echo", "action", "action"]


def socket_message(chance, table, token):
    """A message on the socket that is nearly right."""
    kind = chance.choice(TYPES)
    message = {"type": kind, "table_id": table}
    if kind == "action":
        action = {"kind": chance.choice(KINDS)}
        for field in chance.sample(FIELDS, chance.randrange(4)):
            action[field] = chance.choice(WORDS)
        message |= {"id": f"f{chance.random()}", "seq": chance.randrange(20), "action": action, "token": token}
    if kind == "resume":
        message["seq"] = chance.choice([0, 5, 10**6])
    if kind == "preview":
        message |= {"id": "p", "moves": [chance.choice(["k c3", "nonsense", "c a1"])]}
    for field in chance.sample(list(message), chance.randrange(2)):
        message[field] = chance.choice(WORDS)
    return encoded(message)


def encoded(message):
    """As JSON in UTF-8; half a surrogate pair is written as an escape, which no reader of UTF-8 could stop."""
    return json.dumps(message).encode()


BODIES = {
    "POST /api/tables": {"game": "boop", "seats": [{"occupant": "me"}, {"occupant": "empty"}], "options": {},
                         "clock": {"kind": "none"}, "preset": "rulebook", "public": False, "strict": False},
    "POST /api/join": {"room_code": "ABCDE", "name": "Ann"},
    "POST /api/match": {"game": "hive", "clock": {"kind": "none"}, "name": "Ann"},
    "POST /api/tables/{}/join": {"name": "Ann", "seat": 1},
    "POST /api/tables/{}/action": {"id": "a", "seq": 1, "action": {"kind": "play", "text": "k c3"}, "seat": 0, "token": "t"},
    "POST /api/tables/{}/hint": {"seat": 0},
    "POST /api/inspect": {"game": "boop", "options": {}, "moves": ["k c3"], "preview": ["k a1"]},
    "POST /api/records": {"record": "[Game \"boop\"]\n1. k c3"},
    "PUT /api/me": {"name": "Ann"},
    "GET /api/tables?game={}": None,
    "GET /api/tables/{}": None,
    "GET /api/tables/{}/record": None,
    "GET /api/{}": None,
}  # fmt: skip


def http_request(chance, table):
    """A request that is nearly right."""
    line, body = chance.choice(list(BODIES.items()))
    method, path = line.split(" ", 1)
    path = path.format(
        table if chance.random() < 0.7 else chance.choice(["%00", "a%00b", "%F0%9F%98%80", "..", "x" * 60])
    )
    if body is None:
        return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    body = dict(body)
    for field in chance.sample(list(body), chance.randrange(3) % (len(body) + 1)):
        body[field] = chance.choice(WORDS)
    if chance.random() < 0.1:
        body[chance.choice(["extra", "__proto__", "\u0000"])] = chance.choice(WORDS)
    content = b"[" * 5000 if chance.random() < 0.01 else encoded(body)
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content


SHAKE = (b"GET /ws HTTP/1.1\r\nHost: x:1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")  # fmt: skip


def frame(chance):
    """A WebSocket frame in which anything may be wrong: its kind, its length, its mask, its payload."""
    payload = chance.choice([b"", b"{", b"\xff\xfe", b'{"type":"ping"}', chance.randbytes(chance.randrange(200))])
    length = len(payload) if chance.random() < 0.8 else chance.randrange(126)
    first = chance.choice([0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A, 0x83, 0xF1, chance.randrange(256)])
    masked = 0x80 if chance.random() < 0.9 else 0
    head = (
        struct.pack("!BB", first, masked | length) if length < 126 else struct.pack("!BBH", first, masked | 126, length)
    )
    mask = chance.randbytes(4) if masked else b""
    return head + mask + (bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload)) if mask else payload)
