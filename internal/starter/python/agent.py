"""Your agent. Change answer(); wolfden.py does the rest.

    python agent.py ws://127.0.0.1:8080/ws mine1
"""

import random

from wolfden import Observation, run


def answer(o: Observation) -> str:
    """Returns what to say, or the name of whom to choose. Called for everything that is asked."""
    if o.chooses:
        return choose(o)
    mine = [talk for talk in o.heard if talk.agent == o.me and talk.day == o.day]
    if mine:
        return "" if o.open else "Over"
    blacks = [who for who, found in o.found.items() if found == "WEREWOLF" and who in o.alive]
    if o.request == "TALK" and o.role == "SEER" and blacks:
        return f"I am the seer and {blacks[-1]} is a werewolf."
    return f"I am {o.me} and I listen before I judge."


def choose(o: Observation) -> str:
    """Chooses a werewolf that was found, else whom most of the others voted for, else anybody."""
    if o.request == "VOTE":
        for who, found in o.found.items():
            if found == "WEREWOLF" and who in o.targets:
                return who
        against = [vote.target for vote in o.votes if vote.target in o.targets and vote.agent != o.me]
        if against:
            o.note(f"votes of others: {against}")
            return max(o.targets, key=against.count)
    return random.choice(o.targets)


if __name__ == "__main__":
    run(answer)
