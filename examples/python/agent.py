"""A whole agent without any library but `websockets` (pip install websockets): python agent.py ws://127.0.0.1:8080/ws mine1"""

import asyncio
import json
import random
import sys

import websockets


async def play(url: str, name: str) -> None:
    talks: list[dict] = []
    async with websockets.connect(url) as socket:
        async for frame in socket:
            packet = json.loads(frame)
            info = packet.get("info", {})
            talks += packet.get("talk_history", [])
            alive = [n for n, s in info.get("status_map", {}).items() if s == "ALIVE" and n != info["agent"]]
            match packet["request"]:
                case "NAME":
                    await socket.send(name)
                case "TALK" | "WHISPER":
                    said = any(t["agent"] == info["agent"] and t["day"] == info["day"] for t in talks)
                    await socket.send("Over" if said else f"I am {info['agent']} and I listen before I judge.")
                case "VOTE" | "DIVINE" | "GUARD" | "ATTACK":
                    await socket.send(random.choice(alive))
                case "FINISH":
                    return


asyncio.run(play(*sys.argv[1:3]))
