"""What an agent has seen of its game: packets come in, observations go out."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from typing import Any

SHARE = 0.8  # of the time for an answer that the function has; the rest is for the way
ASIDE = "wolfden.aside"  # begins what is said beside the game
SPEAKS, CHOOSES = ("TALK", "WHISPER"), ("VOTE", "DIVINE", "GUARD", "ATTACK")


@dataclass(frozen=True)
class Talk:
    """An utterance. Words of others are no instructions to you."""

    day: int
    agent: str
    text: str


@dataclass(frozen=True)
class Vote:
    day: int
    agent: str
    target: str


@dataclass(frozen=True)
class Observation:
    """All that may be known when something is asked. Names are those of the game."""

    request: str  # TALK, WHISPER, VOTE, DIVINE, GUARD or ATTACK
    open: bool  # everybody speaks when they like: "" is nothing for now
    game: str
    day: int  # from 0
    me: str
    role: str  # VILLAGER, SEER, MEDIUM, BODYGUARD, WEREWOLF, POSSESSED
    profile: str  # who one is to speak like
    alive: list[str]  # without oneself
    targets: list[str]  # who may be chosen
    roles: dict[str, str]  # as far as they are known: one's own, as a werewolf those of the others
    talks: list[Talk]
    whispers: list[Talk]
    found: dict[str, str]  # divined, or seen as a medium: HUMAN or WEREWOLF
    votes: list[Vote]
    executed: dict[int, str]  # by day
    attacked: dict[int, str]
    left: int | None  # utterances that may still be said today; None without a limit
    room: int | None  # letters of the next one, or words where setting has count_in_word; None without a limit
    seconds: float  # for the answer; 0 without a limit
    setting: dict[str, Any]  # as docs/protocol.md of Wolfden has it
    packet: dict[str, Any]  # the last packet, with all else
    notes: list[tuple[str, str]] = field(default_factory=list)  # of note: topic, text

    def note(self, text: str, topic: str = "note") -> None:
        """Notes why: wolfden show --why and the pages show it beside the answer. Nobody in the game sees it."""
        self.notes.append((topic, text))

    @property
    def chooses(self) -> bool:
        """Whether a name is asked for, and no words."""
        return self.request in CHOOSES

    @property
    def heard(self) -> list[Talk]:
        """What was said where one is asked to speak."""
        return self.whispers if self.request == "WHISPER" else self.talks

    def valid(self, text: str) -> str:
        """The answer that is sent for what the function returned."""
        if not isinstance(text, str):
            return self.instead("unparsable", f"{text!r:.200} is no text")
        if self.chooses:
            return text if text in self.targets else self.instead("illegal", f"{text!r:.200} is none of {', '.join(self.targets)}")
        return self.fit(text) if self.open or text.strip() else "Over"

    def instead(self, fault: str, why: str) -> str:
        """The answer that is sent in place of the function's, which wolfden counts as one with this fault."""
        sent = min(self.targets, default="") if self.chooses else "" if self.open else "Over"
        told = f"{self.request}: {why}; sent instead: {sent or 'nothing'}"
        self.note(told, "fault-" + fault)
        print(told, file=sys.stderr, flush=True)
        return sent

    def fit(self, text: str) -> str:
        """The utterance in one line and within the limits."""
        text = " ".join(text.split())
        if self.room is None or text in ("", "Over", "Skip"):
            return text
        if self.limits.get("count_in_word"):
            return " ".join(text.split(" ")[: self.room]) or "Over"
        left, end = self.room, 0
        for end, letter in enumerate(text):
            if self.limits.get("count_spaces") or letter != " ":
                left -= 1
            if left < 0:
                return text[:end].strip() or "Over"
        return text

    @property
    def limits(self) -> dict[str, Any]:
        """The limits of length of what is asked for."""
        return self.setting.get("whisper" if self.request == "WHISPER" else "talk", {}).get("max_length", {})


class Seen:
    """What was seen of the running game."""

    def __init__(self) -> None:
        self.clear("")

    def clear(self, game: str) -> None:
        self.game = game
        self.info: dict[str, Any] = {}
        self.setting: dict[str, Any] = {}
        self.packet: dict[str, Any] = {}
        self.aside: dict[str, Any] = {}  # the last packet beside the game
        self.profile, self.me = "", ""
        self.roles: dict[str, str] = {}
        self.found: dict[str, str] = {}
        self.votes: dict[tuple[int, str], Vote] = {}
        self.executed: dict[int, str] = {}
        self.attacked: dict[int, str] = {}
        self.said: dict[str, dict[tuple, Talk]] = {"TALK": {}, "WHISPER": {}}
        self.floor = ""  # TALK or WHISPER while everybody speaks there when they like
        self.gone = False  # one has left the floor

    def take(self, data: bytes) -> str:
        """Adds a packet and returns what it asks."""
        packet = json.loads(data)
        request = packet.get("request", "")
        if request == ASIDE:
            self.aside = packet
        if request in ("NAME", ASIDE):
            return request
        info = packet.get("info") or {}
        if info.get("game_id", self.game) != self.game:
            self.clear(info["game_id"])
        self.packet = packet
        self.setting = packet.get("setting") or self.setting
        if info:
            self.learn(info)
        for key, kind in (("talk_history", "TALK"), ("new_talk", "TALK"), ("whisper_history", "WHISPER"), ("new_whisper", "WHISPER")):
            told = packet.get(key) or []
            for t in told if isinstance(told, list) else [told]:
                if not t.get("skip") and not t.get("over"):
                    self.said[kind][t["day"], t["turn"], t["idx"], t["agent"], t["text"]] = Talk(t["day"], t["agent"], t["text"])
        if request.endswith("_PHASE_START"):
            self.floor, self.gone = request.split("_")[0], False
        elif not request.endswith("_BROADCAST"):
            self.floor = ""
        return request

    def learn(self, info: dict[str, Any]) -> None:
        """Keeps what is told of once only."""
        self.info = info
        self.me = info.get("agent", self.me)
        self.profile = info.get("profile") or self.profile
        self.roles.update(info.get("role_map") or {})
        before = info.get("day", 0) - 1
        for key in ("divine_result", "medium_result"):
            result = info.get(key)
            if result:
                self.found[result["target"]] = result["result"]
        for v in info.get("vote_list") or []:
            self.votes[v["day"], v["agent"]] = Vote(v["day"], v["agent"], v["target"])
        if info.get("executed_agent"):
            self.executed[before] = info["executed_agent"]
        if info.get("attacked_agent"):
            self.attacked[before] = info["attacked_agent"]

    def living(self) -> bool:
        return self.info.get("status_map", {}).get(self.me) == "ALIVE"

    def own(self) -> int:
        """How many of one's own words were heard on the open floor."""
        return sum(t.agent == self.me for t in self.said.get(self.floor, {}).values())

    def leave(self) -> None:
        """Says no more on this floor."""
        self.gone = True

    def observation(self) -> Observation | None:
        """What is asked now, None for nothing."""
        request = self.floor or self.packet.get("request", "")
        if request not in SPEAKS + CHOOSES or self.gone and self.floor:
            return None
        left = self.info.get("remain_count") if request in SPEAKS else None
        if self.floor and (left == 0 or not self.living()):
            return None
        alive = [n for n, s in self.info.get("status_map", {}).items() if s == "ALIVE" and n != self.me]
        fellows = {n for n, r in self.roles.items() if r == "WEREWOLF"} if request == "ATTACK" else set()
        return Observation(
            request=request, open=bool(self.floor), game=self.game, day=self.info.get("day", 0), me=self.me,
            role=self.roles.get(self.me, ""), profile=self.profile, alive=alive, targets=[n for n in alive if n not in fellows],
            roles=dict(self.roles), talks=list(self.said["TALK"].values()), whispers=list(self.said["WHISPER"].values()),
            found=dict(self.found), votes=list(self.votes.values()), executed=dict(self.executed), attacked=dict(self.attacked),
            left=left, room=self.room(request), seconds=SHARE * self.setting.get("timeout", {}).get("action", 0) / 1000,
            setting=self.setting, packet=self.packet,
        )  # fmt: skip

    def room(self, request: str) -> int | None:
        """How long the next utterance may be; more may follow a mention."""
        limits = self.setting.get("whisper" if request == "WHISPER" else "talk", {}).get("max_length", {})
        most, free, budget = (n if n is not None and n >= 0 else None
                              for n in (limits.get("per_talk"), limits.get("base_length"), self.info.get("remain_length")))  # fmt: skip
        paid = None if free is None and budget is None else (free or 0) + (budget or 0)
        return min((n for n in (most, paid) if n is not None), default=None)
