# English: what the roles are called. A role's line begins with its name in the protocol; the werewolf stands with what is
# said of its species, in 20-game.lex.

VILLAGER: villager | a villager | townie | townsperson | vanilla | plain villager | village person
SEER: seer | seers | fortune teller | fortune-teller | fortuneteller | diviner | oracle | prophet | seeress
MEDIUM: medium | mediums | psychic | spirit medium | necromancer
BODYGUARD: bodyguard | guardian | hunter | knight | doctor
BODYGUARD&GUARDV: guard | protector
POSSESSED: possessed | madman | traitor | lunatic | poss | possessed one | human traitor | the possessed
FREEMASON: freemason | freemasons | mason | masons | free mason

# Whom a role that knows its fellows knows.
MYFELLOW: my [fellow|partner|other] [freemason|mason] | my fellow | the other [freemason|mason]
