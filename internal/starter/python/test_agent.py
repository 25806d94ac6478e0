"""An agent is a function, so it can be tried on a packet without a server: python -m unittest"""

import json
import unittest

from agent import answer
from seen import Observation, Seen

STATUS = {"Ann": "ALIVE", "Bob": "ALIVE", "Cat": "ALIVE", "Dan": "DEAD"}


def asked(request: str, role: str, **more) -> Observation:
    """What Ann sees on day 1 when this is asked of her."""
    seen = Seen()
    info = {"game_id": "g", "day": 1, "agent": "Ann", "status_map": STATUS, "role_map": {"Ann": role}, **more}
    seen.take(json.dumps({"request": request, "info": info, "talk_history": []}).encode())
    observation = seen.observation()
    assert observation
    return observation


class Agent(unittest.TestCase):
    def test_a_seer_votes_for_the_werewolf_it_found(self):
        found = {"day": 0, "agent": "Ann", "target": "Cat", "result": "WEREWOLF"}
        self.assertEqual(answer(asked("VOTE", "SEER", divine_result=found)), "Cat")

    def test_a_werewolf_attacks_no_werewolf(self):
        o = asked("ATTACK", "WEREWOLF", role_map={"Ann": "WEREWOLF", "Bob": "WEREWOLF"})
        self.assertEqual({answer(o) for _ in range(50)}, {"Cat"})

    def test_every_answer_is_one_that_counts(self):
        for request in ("TALK", "WHISPER", "VOTE", "DIVINE", "GUARD", "ATTACK"):
            o = asked(request, "VILLAGER")
            said = answer(o)
            self.assertEqual(o.valid(said), said)


if __name__ == "__main__":
    unittest.main()
