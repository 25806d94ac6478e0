# Japanese. The patterns of the acts; docs/speech-en.md says what the lines mean.
define PERSON = NAME YOU HIM THEM REF
define ROLE = VILLAGER SEER MEDIUM BODYGUARD POSSESSED

# What stands before a condition's word is supposed.
[scope supposed]
back
until COMMA
IF

[address]
NAME COMMA

[claim]
I TOPIC ROLE BE? ; after NOT/2
^ ROLE CO

[fact]
NAME TOPIC WOLF|HUMAN ; after NOT/2

[vote]
PERSON VOTE ; even supposed
