"""A short bot: sets up a table, waits for an opponent, and plays a random legal move whenever it is its turn.

pip install websockets
python examples/bot.py http://localhost:8765 boop
"""

import asyncio
import itertools
import json
import random
import sys
import urllib.error
import urllib.request
from typing import Any

try:
    import websockets
except ModuleNotFoundError:
    sys.exit("this bot needs websockets: pip install websockets")


def post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    """Ask the server something."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode())) as answer:
            found: dict[str, Any] = json.load(answer)
    except urllib.error.URLError as error:
        sys.exit(f"{url}: {error.reason}; is a server running there? Start one with: boohive serve")
    return found


async def main(server: str, game: str) -> None:
    """Play one game."""
    table = post(
        f"{server}/api/tables", {"game": game, "seats": [{"occupant": "me", "name": "Randy"}, {"occupant": "empty"}]}
    )
    print(f"join with the code {table['room_code']} or at {server}{table['link']}", flush=True)
    numbers = itertools.count()
    async with websockets.connect(server.replace("http", "ws", 1) + "/ws") as socket:
        await socket.send(
            json.dumps({"type": "subscribe", "table_id": table["table_id"], "tokens": [table["tokens"][0]["token"]]})
        )
        async for text in socket:
            message = json.loads(text)
            board = message.get("table", message).get("board") or {}
            if board.get("outcome"):
                return print(board["outcome"])
            if board.get("legal_moves"):
                play = {"kind": "play", "text": random.choice(board["legal_moves"])["text"]}
                act = {
                    "type": "action",
                    "table_id": table["table_id"],
                    "id": f"m{next(numbers)}",
                    "seq": message["seq"],
                    "action": play,
                }
                await socket.send(json.dumps(act))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("write the server's address and a game, such as http://localhost:8765 boop")
    try:
        asyncio.run(main(*sys.argv[1:]))
    except (OSError, websockets.WebSocketException) as error:
        sys.exit(f"the connection to the server is lost: {error}")
    except KeyboardInterrupt:
        sys.exit("stopped")
