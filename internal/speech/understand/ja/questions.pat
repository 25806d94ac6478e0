# Japanese: questions, and what makes them none. acts.pat has the definitions.

# ---------------------------------------------------------------- questions

[topic suspect]
even asked supposed
ELIM
BAD|BADV|WOLFWORD|WOLF

[topic role]
even asked supposed
CO|ROLE

[topic plan]
even asked supposed
PLAN|WISHDIVINE|DIVPLACE|DIVINEOTHER|WILLDIVINE

[topic vote]
even asked supposed
VOTEN|VOTE

[topic result]
even asked supposed
DIVN|DIVINED

[topic why]
even asked supposed
WHY

[topic role]
even asked supposed
ROLENOUN

# Who says "is that not weak?" knows the answer, and who wonders about itself asks nobody.
[rhetorical]
even asked supposed
NEGQ END? $ ; before ROLE/1 CO/1
^ TOPIC|X $
NOTBAD ASK|END|MUSE|PAIR? $
BAD NOT ASK|END|MUSE? $
NOT NEGQ $
PLEA END? $
NEGQ NOT? $ ; before ROLE/1 CO/1
^ HUH? COMMA? SELF|I|ME|SELFISH $
^ HUH COMMA SELF|I|ME TOPIC? $
^ HUH COMMA? WHYDO $
HASTY END? $
I TOPIC ... MUSE $ ; before QWORD
VOTEN|VOTE|HANG .. MUSE $ ; before QWORD YOU ; gap QWORD
MUSE $ ; before QWORD ANYONE YOU ALL WHY CALLED VIEW DIVN EXPLAIN
^ AT !TOPIC HUH $
BAD|WOLF|FALSE|POSSESSED WITH $
^ CALLED COMMA? !TOPIC HUH $
ME .. SPECIES ... $ ; before QWORD WHY ; gap QWORD WHY TOPIC

^ COMMA? HUH $
HUH COMMA HUH $
TAG END? $ ; before QWORD ANYONE
WOLF|SPECIES|ROLE|FALSE|HANG BE TO $
SPECIES BECAME $
PERSON .. URGE ... $ ; before QWORD ; gap QWORD
QUOTE ASK $
BAD END $
EMPH $ ; before QWORD ANYONE WHY
MADQ ... $
^ I|SELF TOPIC SPECIES TO? $
I|SELF|ME ACC? DIVV PAIR|TO $
^ X? WOLF|POSSESSED TOPIC|IF ... PAIR|MUSE $ ; before QWORD ; gap QWORD
ME .. BADV X? ASK|MUSE|END $

[tell]
even asked supposed
gap ALL ANYONE
after NOT/1
TELL ; before ALL ANYONE QWORD/9 VOTEN/1 PERSON/6
WISHTELL ; before ALL ANYONE QWORD/9 VOTEN/1 PERSON/6 WHY/3 INTENT/3 DIVPLACE/3
PERSON+ OF .. ANYTELL ; before ALL ANYONE ; gap PERSON QWORD DAT
PERSON:x OF .. DAT ANYTELL ; before ALL ANYONE ; gap PERSON QWORD
PERSON:x ACC|TOPIC|DAT|WITH|COLOUR|VOTED|TOWARD .. ANYTELL ; before ALL ANYONE QWORD/9 VOTEN/1 ; gap PERSON
WHY|VIEW|DIVN .. BEG ; before ALL ANYONE
TELLV PLEASE|BE|END|ASK ; before ALL ANYONE
WHY|VIEW|DIVN|DIVPLACE ACC PLEASE $ ; before ALL ANYONE
VIEW TOPIC|IF X? PLEASE ; before ALL ANYONE
PERSON+ DAT .. TELLV PLEASE ; before ALL ANYONE ; gap PERSON QWORD
PERSON VIEWP TOPIC|ACC ANYTELL ; before ALL ANYONE
WHY|VIEW|DIVN|DIVPLACE ACC PLEASE BE|END ; before ALL ANYONE
SHOWOR ; before ALL ANYONE
^ X? COMMA? PERSON FROM COMMA? .. ANYTELL|BEG|BEGS
^ X? COMMA? PERSON TOPIC COMMA? ... WHY|VIEW ACC TELLV|ANYTELL ; gap QWORD
^ X? COMMA? PERSON FROM X? BEG|END? $
PERSON:x SEEFOR|ACC SEEFOR ; before ALL ANYONE
AT TOPIC .. MUSE $ ; only asked ; before QWORD ; gap PERSON QWORD
TELLV $ ; before ALL ANYONE
TELLV COMMA NAME:x $ ; before ALL ANYONE
VIEW|WHY|DIVN|DIVRESULT|DIVPLACE ACC BRIEF? $ ; before ALL ANYONE
WHY|DIVRESULT TOPIC BRIEF? $ ; before ALL ANYONE
WHY|VIEW|DIVRESULT BRIEF $ ; before ALL ANYONE
WHY WANTS $ ; before ALL ANYONE
PERSON TOPIC .. WHY .. VOTED ... COMMA WHY ACC TELLV ; gap QWORD
PERSON+ TOPIC .. VIEW|WHY|DIVN|DIVRESULT|DIVPLACE ACC BRIEF? $ ; before ALL ANYONE ; gap PERSON
VIEW ACC END|COMMA $ ; before ALL ANYONE
PERSON+ OF .. WHY|VIEW ACC .. TELLV ; before ALL ANYONE ; gap PERSON QWORD DAT

[tell all]
even asked supposed
FINDER OF .. ANYTELL|TELLV ; before PERSON
^ COMMA? FINDER COMMA BEG|ANYTELL|TELLV
ALL|ANYONE ... ANYTELL
ANYONE ... INVITE|BEGS
ALL|ANYONE ... TELLV PLEASE|BE|END
ALL|ANYONE ... TELLV $

[owed]
even asked supposed
WHY|INTENT|DIVPLACE TOPIC|ACC|LIST? X? CURIOUS ; before ALL ANYONE
WHY|INTENT|DIVPLACE LIST .. CURIOUS ; before ALL ANYONE ; gap BAD PERSON TOPIC
WHY ... MUSE CURIOUS ; before ALL ANYONE

[press]
even asked
only asked
^ X? COMMA? WHY !OF ... $ ; before none
^ X? COMMA? WHY $ ; before none
EXPLAIN ... $ ; before QWORD
EXPLAIN $ ; before QWORD

[open]
even asked supposed
only asked
ALL|ANYONE

[wonder]
even asked supposed
only asked
ANY
