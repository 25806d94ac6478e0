"""Plays Werewolf on a server of the AIWolf-NLP protocol with a function from an observation to an answer.

An agent needs nothing of this file but Observation and run. It connects, gives the name, keeps what was seen, asks the function in
time, answers for it when it fails or takes too long, and comes back when the connection is lost or a game is over.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
import traceback
from dataclasses import dataclass, field
from typing import Any, Callable

from seen import ASIDE, Observation, Seen

__all__ = ["Observation", "play", "run"]

Answer = Callable[[Observation], str]

ECHO = 3.0  # seconds after which words on an open floor that did not come back count as lost
IDLE = 1.0  # seconds after which a function with nothing to say on an open floor is asked again
REFUSED = 1008  # the code with which a server sends away who may not play


class Lost(Exception):
    """The connection is gone; code is the server's reason, 0 without one."""

    def __init__(self, code: int = 0, reason: str = "") -> None:
        closed = f"the server closed the connection: code {code}" if code else "the connection broke"
        super().__init__(f"{closed}: {reason}" if reason else closed)
        self.code = code


def run(answer: Answer) -> None:
    """Plays as the command line says: the address, then the name."""
    url = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("WOLFDEN_URL", "ws://127.0.0.1:8080/ws")
    name = sys.argv[2] if len(sys.argv) > 2 else "mine1"
    try:
        play(answer, url, name, os.environ.get("WOLFDEN_TOKEN", ""))
    except KeyboardInterrupt:
        sys.exit(130)
    except (Lost, OSError) as err:
        sys.exit(f"{url}: {err}")


def play(answer: Answer, url: str, name: str, token: str = "") -> None:
    """Plays game after game, and returns only by an error: where nobody answers at first, or the server refuses."""
    open_socket = connector()
    seen, pause, known = Seen(), 0.5, False
    while True:
        try:
            connection = Connection(open_socket(url, token), answer, name, seen)
            try:
                connection.run()
                pause = 0.5
                continue
            finally:
                known = known or connection.welcomed
                connection.close()
        except (Lost, OSError) as err:
            if not known or getattr(err, "code", 0) == REFUSED:
                raise
            print(f"{err}; again in {pause} s", file=sys.stderr, flush=True)
        time.sleep(pause)
        pause = min(2 * pause, 15)


def connector() -> Callable[[str, str], Any]:
    """Returns what opens a connection. Only here is websocket-client needed."""
    try:
        import websocket

        create = websocket.create_connection
    except (ImportError, AttributeError):
        sys.exit(f"the package websocket-client is missing; install it with: {sys.executable} -m pip install websocket-client")

    def open_socket(url: str, token: str) -> Any:
        header = [f"Sec-WebSocket-Protocol: {ASIDE}"]  # as a header, since the library gives up on servers that do not confirm subprotocols
        if token:
            header.append(f"Authorization: Bearer {token}")
        try:
            socket = create(url, timeout=30, header=header)
        except (websocket.WebSocketException, ValueError) as err:
            raise Lost(REFUSED if getattr(err, "status_code", 0) in (401, 403) else 0, str(err)) from err
        socket.settimeout(None)
        return socket

    return open_socket


@dataclass
class Connection:
    """One connection. Packets and answers come as events in one queue, which one thread reads."""

    socket: Any
    answer: Answer
    name: str
    seen: Seen
    welcomed: bool = False
    events: queue.Queue = field(default_factory=queue.Queue)
    number: int = 0  # of the latest question
    aside: bool = False  # the server takes notes
    asked: Observation | None = None  # what it was asked with, while its answer is awaited
    due: float = 0.0  # when that answer must be there, or an open floor is looked at again; 0: never
    waits: int = 0  # own words on an open floor that must have come back

    def run(self) -> None:
        """Plays until a game is over."""
        self.aside = (self.socket.getheaders() or {}).get("sec-websocket-protocol") == ASIDE
        threading.Thread(target=self.read, daemon=True).start()
        while True:
            try:
                kind, value = self.events.get(timeout=max(self.due - time.monotonic(), 0) if self.due else None)
            except queue.Empty:
                self.late()
                continue
            if kind == "lost":
                raise value
            if kind == "answer":
                self.take(*value)
            elif self.packet(value):
                return

    def read(self) -> None:
        """Turns frames into events."""
        try:
            while True:
                code, data = self.socket.recv_data()
                if code == 8:
                    number = int.from_bytes(data[:2], "big") if len(data) >= 2 else 1005
                    raise Lost(number, data[2:].decode(errors="replace"))
                self.events.put(("packet", data))
        except Lost as err:
            self.events.put(("lost", err))
        except Exception as err:  # the library has many kinds; each is the end of the connection
            lost = Lost()
            lost.__cause__ = err
            self.events.put(("lost", lost))

    def close(self) -> None:
        """Ends the connection without waiting for the server."""
        try:
            self.socket.shutdown()
        except Exception:
            pass  # it was gone already

    def packet(self, data: bytes) -> bool:
        """Takes a packet, and says whether the game is over."""
        self.welcomed = True
        request = self.seen.take(data)
        if request == ASIDE:
            if "refused" in self.seen.aside:
                print(f"a note was refused: {self.seen.aside['refused']}", file=sys.stderr, flush=True)
            return False
        if request == "NAME":
            if self.asked and not self.asked.open:
                self.asked, self.due = None, 0.0  # the server has given up on the answer
            self.send(self.name)
            return False
        if request == "FINISH":
            return True
        o = self.seen.observation()
        if o is None:
            if not self.seen.floor or not self.seen.living():
                self.asked, self.due, self.waits = None, 0.0, 0
            return False
        if o.open and self.asked and self.asked.open:
            return False  # it is asked again when it has answered
        if o.open and self.seen.own() < self.waits:
            return False  # until its last words have come back
        self.ask(o)
        return False

    def ask(self, o: Observation) -> None:
        """Asks the function in a thread of its own, so that NAME can be answered meanwhile."""
        self.number += 1
        self.asked = o
        self.due = time.monotonic() + o.seconds if o.seconds and not o.open else 0.0
        threading.Thread(target=self.call, args=(self.number, o), daemon=True).start()

    def call(self, number: int, o: Observation) -> None:
        try:
            text = o.valid(self.answer(o))
        except Exception as err:
            traceback.print_exc()
            text = o.instead("crashed", f"{err!r:.200}")
        self.events.put(("answer", (number, text)))

    def take(self, number: int, text: str) -> None:
        """Sends an answer, if it is still awaited."""
        if number != self.number or self.asked is None:
            return
        o, self.asked, self.due = self.asked, None, 0.0
        self.tell(o)
        if o.open:
            self.say(o, text)
        else:
            self.send(text)

    def say(self, o: Observation, text: str) -> None:
        """Says something on an open floor, or lets some time pass."""
        self.due = time.monotonic() + (ECHO if text else IDLE)
        if not text or o.left == 0:
            return
        if text == "Over":
            self.seen.leave()
            self.due = 0.0
        else:
            self.waits = self.seen.own() + 1
        self.send(text)

    def late(self) -> None:
        """Is called when what was awaited has not come."""
        self.due = 0.0
        if self.asked and not self.asked.open:
            o, self.asked = self.asked, None
            text = o.instead("late", f"no answer after {o.seconds:.1f} s")
            self.tell(o)
            self.send(text)
        elif not self.asked and self.seen.floor:
            self.waits = 0
            o = self.seen.observation()
            if o:
                self.ask(o)

    def tell(self, o: Observation) -> None:
        """Sends what was noted, before the answer that it belongs to, where the server takes notes."""
        for topic, text in o.notes if self.aside else []:
            self.send(json.dumps({ASIDE: {"note": text, "topic": topic}}))

    def send(self, text: str) -> None:
        try:
            self.socket.send(text)
        except Exception as err:
            raise Lost() from err
