# English: what asks. The names defined in acts.pat hold here.


# The last that holds is what a question is about.
[topic role]
even asked supposed reported
CLAIMN

[topic vote]
even asked supposed reported
VOTE|VOTEN|VOTING

[topic suspect]
even asked supposed reported
BAD|DOUBT
WHO|WHAT|IF ... WOLF|WOLVES
WHO .. WATCH

[topic role]
even asked supposed reported
ROLENOUN
WHO|WHAT BE? YOU X? $
WHAT IT? YOU BE? IF|COMMA

[topic result]
even asked supposed reported
RESULT|MEDIUMRESULT
DIVINED ; before WILL PLEASE
!HOW QWORD QAUX? YOU FOUND|LOOKINTO

[topic plan]
even asked supposed reported
WILL|PLEASE .. DIVINED|PROTECT|ATTACK
QWORD ... TONIGHT
PLANN .. NIGHT|TONIGHT
YOU PLANN $

[topic why]
even asked supposed reported
WHY
REASONN
QWORD HAVE? I DO

[rhetorical]
even asked supposed reported
only asked
TAG $
WHY CAN .. WOLF|SEER|WOLVES

[tell]
gap NOT NAME I ALL OTHER
before NOT/2 I/3 HIM/2 LOST/2 WILL/2 LETS
even supposed asked
^ COMMA? AND? TELL !COLON .. ASKED
COLON TELL .. ASKED
HEDGE YOU CAN? .. TELL .. ASKED
DO TELL
WHAT YOUR POSS ASKED
^ COMMA? YOUR POSS OPINION
^ COMMA? TELL $
^ COMMA? TELL COMMA NAME COMMA
^ COMMA? QAUX NAME+ HAVE .. ASKED|TELL ; only asked
^ ANYQ? QNOUN|WHY $ ; only asked
NAME NEEDS X? TELL
^ X? COMMA? NAME EXPLAINNEED
^ NAME+ COLON PLEASE? TELL
I WANT KNOW PERSON+ POSS ; before none
LETV ME HEAR BY? PERSON+ ; before none
LETV ME KNOW YOU

HEAR WHAT? NAME+ HEDGE|SAYS|OPINION|HAVE ; before none ; even reported
^ COMMA? TELL OR
COMMA YOU? TELL .. ASKED
^ YOU TELL .. ASKED
COMMA TELL $
THEN|AND|OR TELL .. ASKED
PLEASE .. TELL ; before REF
NAME+ COMMA? PLEASE? TELL .. ASKED
NAME COMMA? TELL $
^ NAME COMMA? CLAIMV $
!REF SEER:x TELL .. ASKED
REF COMMA? PLEASE? TELL ; before YOU/3 HIM/3 IF
YOU POSS ... EXPLAINNEED ; gap NOT IF ; before NOT/2
EXPLAINNEED ; before PERSON
^ COMMA? QWORD X? DO|BE|CAN|HAVE YOU ; before none
LETS|WILL|I|BE|WANT HEAR BY? PERSON+ ; before none
I WILL KNOW YOU|WHY|WHAT|WHO|HOW ; before none
I|WE WANT PERSON TELL ; before none
HEAR BY PERSON+ ; before none
^ HEAR PERSON+
WHATABOUT NAME+ ; even asked supposed ; before none
^ COMMA? QWORD DO NAME+ !SEEM HEDGE|SAYS|OPINION ; before none

# Whose result it is.
[owed]
even asked supposed
^ COMMA? AND? PLEASE TELL YOUR POSS RESULT
^ COMMA? AND? TELL YOUR POSS RESULT

[tell all]
gap NOT PERSON I
before NOT/2
even asked
ALL|OTHER|WE COLON .. ASKED|VOTEN
ALL|WE COMMA? PLEASE? YOU? TELL
OTHER .. FINDER .. TELL ; even supposed
OTHER|ALL COLON? COMMA? ANYQ
^ COMMA? ANYONE X $
^ COMMA? ANYONE !WHO X? ASKED
OTHER COLON? .. TELL ; before NOT/2 DOUBT
ALL .. TELL .. ASKED
^ COMMA? QWORD DO NAME+ SEEM .. ALL|OTHERS
!REF FINDER COMMA? PLEASE? NEEDS? TELL ; before SUBJECT YOU I MY IF
IF FINDER|BODYGUARD .. COMMA TELL ; even supposed ; before YOU
HEAR .. ALL|OTHER|WE ; even asked reported
IF OTHER|ALL ... TELL .. ASKED ; even supposed ; gap NOT I
^ ANYONE ... TELL ; gap NOT I
IF OTHER|ALL ... PLEASE TELL ; even supposed ; gap NOT I

[rhetorical]
even asked supposed
only asked
WHATABOUT VOTE|VOTING PERSON
^ READY
^ X? WHAT|WHY|HOW $
^ WHY ME $
^ WHY DO|BE|CAN NAME|HIM|REF ; after YOU
ME .. WOLF

[open]
even asked supposed reported
only asked
OTHERS
ANYONE
ALL

# How a question begins whose mark stands after another clause.
[inquire]
even asked supposed reported
only asked
^ COMMA? NAME* COMMA? QWORD|QAUX|ANYQ|ANYONE
COMMA|AND|THEN QWORD|QAUX|ANYQ|ANYONE

# What a question looks like; a sentence of another shape with a question mark is doubt or surprise.
[wonder]
even asked supposed reported
only asked
^ AT COMMA? QAUX
WHAT|WHERE|WHY|HOW|WHATABOUT|ANYQ|ANYONE|YOU
WHO ; before ROLE/1 OTHER/1 PERSON/1
^ COMMA? QAUX
^ COMMA? YTAG ANY
COMMA YTAG ANY
COMMA|AND|THEN QAUX
SHOULD WE
^ NAME $
YOU
