# English: the words of the game.

WOLF: ● | scum | red | mafia | w | black | evil
WOLVES: wolves | werewolves | wolfies | the wolf team | wolf team | wolf side | wolf's | wolves' | werewolves' | wolf pack | pack
HUMAN: ○ | ◯ | town | clean | green | townie | town-aligned | a good one | [good|nice] [guy|one|person|soul|girl] | human | innocent | white | not a werewolf | not a wolf | no wolf | no werewolf | human-aligned | human villager | village-aligned | village
HUMAN&NOTWOLF: not the werewolf | not the wolf | not wolf | not werewolf | non-wolf | isn't a wolf | isn't a werewolf | wasn't a wolf | wasn't a werewolf | \
  is not a werewolf | is not a wolf | was not a werewolf | was not a wolf | isn't the wolf | isn't the werewolf | isn't wolf | wasn't wolf | was not wolf | is not wolf | isn't werewolf | \
  was not the werewolf | is not the werewolf | is not the wolf | was not the wolf | wasn't the werewolf | wasn't the wolf
GOODSIDE: human side | village side | villager side
PLAIN: [nobody|no one|nothing|nobody at all|no one at all] [|very |particularly |all that ][special|important|fancy|remarkable|interesting|exciting|of importance|of note] | a nobody | no hero
ROLENOUN: role | job | identity | position
CLAIMN: accusation | accusations | allegation | allegations | assertion | verdict | counterclaim | counter-claim | counter-divination | claim | claims | story | testimony | stance | co | statement | statements | word | words
CLAIMV: claimed | claim to be | claims to be | claimed to be | claiming | claiming to be | claim | claims | declare | declares | declared | announce | announced | announces | declaring | \
  co | co'd | coed | co-ed | come out as | came out as | comes out as | coming out as | come out | coming out | reveal myself as | revealing myself as | \
  revealed as | reveal as | counterclaim | counter-claim | counterclaimed | counter-claimed | counter | self-claimed | introduced himself as | introduced herself as | present myself as | step forward as | stepping forward as | stand as | reveal i am | reveal that i am | identify as
CO: cc | co | coming out | counter co | counter-co
RETRACT: retract | retracted | retracts | retracting | retraction | take back | taking back | took back | withdraw | withdrew | withdrawing | withdraws | revoke | revoking | rescind | \
  drop | dropped | dropping | recant | recanting | renounce | was lying | lied | made up | fabricated | faked | was bluffing | bluffed | was fake | was a lie | was false | was a bluff | abandon
RETRACT MY RESULT: [made|make] [my|that|this|the] [|seer |divination |medium ][result|divination|reading|check|report|story] up
BE RETRACT&BAD: was [just |only |all |merely |simply |nothing but ][|a ][bluff|lie|fake|fabrication|ruse|pretence|pretense]
# Who owns up to something, and who was not what it said.
ADMIT: [admit|confess|concede][| it| this| that| to you| to all of you| to everyone| now| here] | [come|coming] clean | own up
FEIGNS: [bluffing|bluffed|lying|lied|lying to you|lied to you|lying to you all|lied to you all] [about being|when i claimed to be|when i said i was] | [pretended|pretending] to be | [posed|posing] as | [faked|faking|feigned] being

# Abilities and what they tell.
DIVINED: divined | divine | divining | divines | checked | check | peeked | peek | scanned | inspected | investigated | looked into | peered into | examined | scried | gazed into | \
  probed | peeked at | gazed at | peered at | divination on | divination of | divination for | divination revealed | divined that | scan | used my divination on | used my ability on | \
  used my power on | looked at | looked upon | divination showed | divination confirmed | divination shows | divination reveals
# What anybody may do by day as well: with these words alone nobody claims a role. "Read" tells a result only of a night.
LOOKED: checked | check | scanned | scan | scanning | inspected | investigated | looked into | examined | looked at | looked upon | probed | took a look at | had a look at | checked out | checked on | checked into | looked inside | ran a check on | did a check on
READ: read
OPINES: find
ESSENCE: nature | true nature | alignment | true colors | true colours | aura | true self
# The plain form, which is also how somebody is asked to do it.
TODIVINE: divine | check | peek | scan | scry | vet | gaze
# What only the ability does, as a plan says it; where the other words mean the ability, the plan says when.
SCRY: divine | divining | scry | scrying
TODIVINE&X: [look|looking] into | checking | peeking | vetting | inspect | inspecting | investigate | investigating | examine | examining
USE&X: use | spend | cast
X: check in [with|on]
DIVTONIGHT: tonight's divination
AHEAD: tonight | this night | at night | tonights | [the |this |]coming night | next | next night
FOUND: found | find | finds | saw | seen | see | sees | learned | learnt | discovered | revealed | reveals | identified | shows | showed | show | confirmed | confirms | confirm | uncovered | determined | established | \
  detected | received | got | get | know | told me | tell me | proved | proves | proven | verify | verified | verifies | tells me | says | marked | marks | indicated | returned | clears | pointed to | points to | found out
RESULT: verdict | result | results | divination | divinations | divine | findings | finding | check | checks | vision | visions | reading | readings | insight | peek | scan | report | divination result | divination results | \
  investigation | information | discovery | revelation | divine result | divine results | seer result | seer results | seer check | inspection | res | outcome | ability | power | gift | seer insight | seer vision | crystal ball | sparkly eyes | evidence | judgement result
MEDIUM&MEDIUMRESULT: medium result | medium results | medium check | medium reading | medium report | medium ability | medium finding | medium findings | séance | seance | medium info | medium information
NIGHT: n0 | n1 | n2 | n3 | n4 | n5 | d0 | d1 | d2 | d3 | d4 | d5 | night 0 | night 1 | night 2 | night 3 | night zero | night one | night two | second night | third night | fourth night | day 0 | day 1 | day 2 | day 3 | day 4 | last night | first night | night
TONIGHT: tonight | this night | at night | tonights
GUARDED: guarded | kept watch over | stood before |  protected | guarding | protecting | shielded | defended from the wolves | watched over | stood guard over | kept safe
PROTECT: cover | protect | guard | shield | watch over | keep safe

# Voting.
VOTE: switch to | move to | pivot to | shift to | swap to | turn to | go for | lock | lock in | [switch|move|shift|change|redirect|turn] my vote to | keep [her|his|their] vote on | put [her|his|their] vote on | vote | vote for | vote against | vote out | vote off | vote to [lynch|exile|execute|eliminate|banish|hang] | lynch | exile | execute | eliminate | hang | banish | oust | vote on | \
  cast [my|our|your] vote[s|] [for|on|against|toward|towards|] | cast a vote [for|on|against] | push to [lynch|exile|execute|eliminate|vote|vote out] | push for a vote on | push to vote | put [my|our|your] vote[s|] on | \
  place [my|our|your] vote[s|] on | lock [my|our|your] vote[s|] on | lock vote on | lock in on | finalize on | finalise on | focus [my|our|your] vote[s|] on | unite [on|against|behind voting] | throw [my|our] vote[s|] on | \
  consolidate on | consolidate votes on | get rid of | send off | condemn | eliminating | remove | exiling | executing | lynch today | push the vote onto | push the vote on | push votes onto | direct [our|my|your] vote[s|] [to|at|towards|toward] | \
  concentrate [our|my|your|] vote[s|] on | commit to | commit on | turn our judgment to | cast judgment on | pass judgment on | rally against | \
  finalized my vote on | finalise my vote on | finalize my vote on | finalizing on | cast our ballots for | rid ourselves of | cast our judgment [on|upon] | judge | condemn | direct our judgment [to|at|upon]
VOTE: keep [my|our|your|this] vote [on|for] | keep the vote on | hold my vote on | holding my vote on | keeping my vote on | stick with | sticking with | stay on | staying on | maintain my vote [on|for] | maintaining my vote [on|for] | commit my vote to | \
  stick to | settle on | settling on | go with | going with | going for | vote stands on
VOTING: switching to | moving to | pivoting to | shifting to | swapping to | locking | +1 on | plus one on | [switching|moving|shifting|changing|redirecting|turning] my vote [to|onto] | voting | voting for | voting out | voting against | lynching | exiling | executing | eliminating | hanging | banishing | casting my vote [for|on|against|] | still voting for | still voting | votin | placing my vote on | locking my vote on | locking in on | locking vote on | \
  pushing to lynch | pushing to vote | elimination of | exile of | lynch of | lynch on | execution of | locking in | throwing my vote on | vote-out of | finalizing my vote on
ELIMINATION: wagon | bandwagon on | elimination | exile | execution | lynching | removal | vote out | expulsion | judgment | judgement | exile vote | ousting
PUSHING&PUSH: pushing
PUSH: push | push for | push hard on | push on | go after
VOTEN: vote | votes | final vote | provisional vote | current vote | vote target | intended vote | tentative vote | main vote | vote plan | ballot | voting target | planned vote | vote intent | exile target | vote choice | lynch target | elimination target | execution target | vote stance | stance
MY VOTEN: my vote | my votes | my final vote | my ballot | my vote today | my current vote | my final decision | my exile vote | my judgment | my judgement | my final judgment | my verdict | my decision | my final answer | my vote target | my provisional vote | my tentative vote
MY VOTEN&CHOICE: my [|final ][choice|pick]
MY VOTEN: my [choice|pick|preference|selection|decision|verdict|judgment|judgement] [for|of|on|to] [|the |today's |this ]>[vote|ballot|execution|exile|elimination|lynch|lynching|banishment|gallows|rope|noose|execute|eliminate|hang|banish]
# A choice of something else is no vote.
MY PICKFOR: my [|final |first |top |next |only |best ][choice|pick|preference|selection|nominee|decision|verdict|judgment|judgement] >[for|of|on|to|as|about|regarding]
OUR VOTEN: [our|the|today's|my] [best|safest|top|main|clear|obvious|logical|strongest|only|primary] [lynch|exile|elimination|candidate|option|execution] | our vote | our votes | our exile | our lynch | our best vote | the vote | the votes | the logical target | the best vote | the safest vote | the best lynch | the right vote | the safest lynch | today's vote | today's lynch | the exile | the lynch | today's target | the clear choice | the logical choice | the logical vote | the best choice | the obvious vote | the right choice
VOTED: voted | voted for | voted out | has voted | have voted | was voted out | was lynched | was executed | was exiled | lynched | executed | exiled | eliminated | hanged | banished | got lynched | votes for | got executed | killed | dead | died | is gone
BEVOTED: mislynched | be mislynched | be stopped | be dealt with | be taken out | be put out | leave today | be voted out | be lynched | be executed | be exiled | be eliminated | be removed | be hanged | be banished | be judged | go | leave | go today | go first | be gone | be voted off | be condemned | hang | be voted | be vote outd | be our vote | get the vote | get voted out
NEEDS BEVOTED: [must|should|needs to|has to|ought to|deserves to] be [voted out|lynched|executed|exiled|eliminated|removed|judged|banished|hanged|voted|condemned|vote outd|voted off|our vote]
NEEDS: needs to | need to | must | has to | have to | should | ought to | deserves to | shall | gotta | have got to
STAYS: stays | stay | remains | remain | goes | go | stands | stand | falls | fall | will be | locked | lands | rests | is locked | is set | still | is final | is clear | is decided | unchanged
DECIDED: [that is|that's] where my vote [goes|lies|is|lands|stays|will go] | my vote is decided | my decision is made | my mind is made up | my vote is set | my vote is final | my choice is clear | my vote is locked | my vote remains unchanged | my judgment is final | my decision stands | my vote is firm | i stand by my vote | i stick with my vote | i maintain my vote | i'll stick with this vote | i'll stick with the vote | keep my vote | i keep my vote | my vote unchanged
WITHME: with me | with us | join me | stand with me | join us | stand together | together | back me | support me | follow me | follow my vote | stay united | don't split | let's unite | stick together | unite | join my vote

# The night, among wolves.
ATTACK: [should|must|has to|needs to] die | dies | die | get rid of | take | proceed with | continue with | attack | bite | bite out | kill | eat | devour | strike | hunt | take out | target | maul | hit | take down | go for | go after | snack on | feast on | nibble | chomp | eliminate | biting | killing | attacking | targeting | remove | getting rid of | taking out | murder | silence | bite on | night kill | night target | night attack
ATTACKN: attack | bite | kill | target | night kill | night target | tonight's kill | tonight's attack | tonight's target | tonight's bite | attack target | kill target | nk | night attack | prey | victim | meal | bite target | tonight kill | the kill | the bite | our kill
PRIORITIZE: prefer | prioritize | prioritise | choose | pick | focus on | stick with | go with | keep | take | select | stay on | settle on | favor | agree on
TURNTHEM: turn [the village|the table|them|everybody|everyone|the others|the town] [against|on]
DAY: during the day | in daylight | by daylight | day | day plan | by day | day 1 plan | today plan | in the day

# Small words of game talk.
AS: as | as a | as an
BY: by | per | according to | from
HERE: here | speaking | checking in | reporting
REMAIN: remain | still am
SUGGEST: suggest | propose | recommend | vote we | i say we | advise | advocate | think we should | believe we should | move to | motion to | favor
LIKEWISE: [and |]so [should|must|ought] [you|everyone|everybody|all|everyone else|everybody else|we all|you all|all of you|all of us|the rest of you|the whole village|the village]
CALLEDON: [told|tells|asked|asks|urged|urges|wanted|wants|begged|begs|ordered|orders|called on|calls on|pressed|invited] [us|us all|you|you all|everyone|everybody|all|all of us|all of you|the village|the others|others|people] to
URGE: urge | encourage | ask | request | implore | beg | want you to | need you to | convince | invite
CONSIDER: consider | be considering | think about | look at
GET: earned | won | get | receive | earn | have | gets | receives | earns | has
READY: ready to | willing to | going to | prepared to | with us to | able to | ready
ANSWER: answer | answered | explain | explained | respond | responded | provide | provided | give | given | share | shared | report | reported | address | addressed | clarify | reveal
USED: used | spent
TRUTH: truth | word | honor | vow
HUMANITY&HUMAN: humanity | innocence | human status | human side | human nature
GRADE: best | safest | right | safe | logical | wise | clear | wisest | smart | prudent | necessary | best move | essential | crucial | key | better
AS HUMAN: as safe
CLEARS&HUMAN&FOUND&CONFIRM: cleared | clears | clearing
SPIRITS&MEDIUM: spirits | the spirits | the dead | ghosts | the ghosts | souls | spirit world
OUR VOTEN&TARGETN: our target | the target | our best target | the best target | the safest target
I VOTE: put me down for | count me in for | mark me down for | count me for | sign me up for
TALLY: votes so far | vote count | vote tally | votes currently | current votes | the votes so far | tally
GOESTODAY: [dies|goes|hangs|swings|leaves] [today|now|tonight at the gallows] | is going down [today|] | goes down [today|] | gets [lynched|exiled|executed|voted out] today | is out today
# The votes of others, and votes spoken of.
VOTED: [the|a|that|this|each|every] [vote|ballot] of | the votes of | [changing|changes|changed|change|moving|moves|moved|move|switching|switches|switched|turning|turns] [the|their|his|her] [vote|votes] | \
  [|the |your |their ]votes [are|were|keep] [gathering|piling up|falling|going|coming|moving|landing|collecting|building]
EITHER: either | one of | either of
VOTE: stay with | staying with | stays with
GUARDED: stood guard [for|by|beside|with|at the door of] | kept guard [over|for]
SPIRITS&MEDIUM FOUND: i [spoke with|spoke to|talked to|talked with|heard from|listened to] the [dead|spirits|ghosts|souls|departed]
# What becomes of the village, or of the other side, and what it hangs on.
X&DOOM: doomed | lose | loses | losing | lost | [lose|loses|lost] [the game|it all|everything] | finished | ruined | done for | perish | perishes | wiped out
DOOM: fall | falls | die | dies | collapse | collapses | over
X&WINS: win | wins | winning | [win|wins] [the game|it all] | prevail | prevails | triumph | triumphs
UNLESS: unless
REGRET: regret | [haunt|haunts] us | regret it | regret this | regret that | pay for it | suffer for it
NONE: nobody | no one | none of us | none of you
DONTTARGET: [fail|fails|refuses|hesitates] to [vote|vote for|vote out|vote against|lynch|exile|execute|eliminate|hang]
# With whom somebody votes, which is not against whom.
VOTE SIDEWITH: vote [with|together with|along with|alongside]
VOTING SIDEWITH: voting [with|together with|along with|alongside]
VOTE WITHME: vote [with|together with|along with|alongside] [me|us]
VOTING WITHME: voting [with|together with|along with|alongside] [me|us]
# Votes of a day that is over.
PASTDAY: yesterday | the day before | [in|at] the [last|previous|first] [vote|round] | last round
X: [like|as|same as|just like|just as] yesterday
# What asks others to do as the speaker does.
FOLLOW: follow [me|us|my vote|my lead|my example|suit] | join [me|us|my vote] | stand [with|beside|by|behind] me | back [me|my vote] | support [me|my vote] | do [the same|likewise|so too|so as well] | do as i do | vote as i do | vote the same [way|] | [be|come|go] with me | \
  [add|put|lend] your [vote|votes] [to|with|beside] mine | follow my vote
PLEASE FOLLOW: please do [the same|likewise|so too|so as well]
AND YOU SHOULD: and you should | and you all should
AND YOU SHOULD FOLLOW: and you should [too|as well|likewise|do the same|do likewise|do so too]
YOU SHOULD FOLLOW: you should [too|as well|likewise|do the same|do likewise|do so too]
# What the speaker would do in the place of those it speaks to it tells them to do.
X&YOURPLACE: if i [were|was] you | if i [were|was] [any|one] of you | if i [were|was] in your [place|shoes|position] | in your [place|shoes|position] | were i you | were i in your [place|shoes|position]
# Who is told not to hesitate is told to.
_: [don't|do not|dont|never|not] [hesitate|fear|fail|forget|be afraid|be scared|be shy|be reluctant|think twice] to
VOTE: [don't|do not|dont|never|not] be [shy|afraid|scared] [of|about] voting [for|out|against|]
ALL SHOULD: [no one|nobody|none of us|none of you] should [hesitate|fear|fail|forget|be afraid|refuse] to
YOU SHOULD: you [had better|would do well to|would be wise to] | you'd [better|do well to|be wise to]
WE SHOULD: we [had better|would do well to|would be wise to] | we'd [better|do well to|be wise to]
URGE: [want|need|expect] [you all|all of you|everyone|everybody] to
BELONGS: belong [on|with|to] | belongs [on|with|to]
