"""A bot in thirty lines: sets up a table, waits for an opponent, and plays a random legal move whenever it is its turn.

python examples/bot.py http://localhost:8765 boop
"""

import asyncio
import itertools
import json
import random
import sys
import urllib.request

import websockets


def post(url: str, body: dict) -> dict:
    """Ask the server something."""
    with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode())) as answer:
        return json.load(answer)


async def main(server: str, game: str) -> None:
    """Play one game."""
    table = post(
        f"{server}/api/tables", {"game": game, "seats": [{"player": "me", "name": "Randy"}, {"player": "open"}]}
    )
    print(f"join with the code {table['code']} or at {server}{table['link']}", flush=True)
    numbers = itertools.count()
    async with websockets.connect(server.replace("http", "ws", 1) + "/ws") as socket:
        await socket.send(
            json.dumps({"type": "watch", "table": table["table"], "tokens": [table["tokens"][0]["token"]]})
        )
        async for text in socket:
            message = json.loads(text)
            scene = message.get("scene") or {}
            if scene.get("outcome"):
                return print(scene["outcome"])
            if scene.get("legal"):
                play = {"kind": "play", "text": random.choice(scene["legal"])["text"]}
                act = {
                    "type": "act",
                    "table": table["table"],
                    "id": f"m{next(numbers)}",
                    "seq": message["seq"],
                    "do": play,
                }
                await socket.send(json.dumps(act))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
