# English: the words that hold a sentence together. docs/speech-en.md says what the lines mean.

# Persons.
I: i
ME: me | myself
MY: my | mine | my own
WE: we | us | we've | all of us | the village | our village | town | the town | this village
OUR: ours
YOU: both of you | you both | the two of you | you two | you | yourself | u | ya
YOU&YOUR POSS: your | yours | ur
YOU BE: you're | youre | you are | you were | ur a
YOU WILL: you'll | you will
YOU HAVE: you've | you have
HIM: he | she | him | her | they | them | himself | herself | themself | themselves
HIM POSS: his | hers | their | theirs
HIM BE: he's | she's | they're | theyre | he is | she is | they are | he was | she was | they were
HIM HAVE: they've | they have | he has | she has
THEM: both of them | the two of them | those two | both claims | both of these
OTHER: one of [them|the two|us|you|these|those] | either of them | one or the other | neither of them | at least one [seer|claimant|of them|of you|] | someone | somebody | anyone | anybody | nobody | no one | people | others | players | whoever | anyone else | \
  everyone else | someone else | the others | who ever | other players | any player | some players
OTHERS: others | the others | everyone else | other players
ALL: everyone | everybody | all | guys | folks | y'all | yall | you all | all of you | you guys | @everyone | @all | friends | \
  each of you | each player | every player | villagers | fellow villagers | my friends | dear villagers | team | all players
I BE: i'm | im | i am | i was
I WILL: i'll | i will | i shall | ill
I WILL&WOULD: i'd | i would
I HAVE: i've | i have | i had | i [was able|managed|got] to
I WILL: i'm [going to|gonna|planning to|ready to|prepared to|about to|set to|inclined to|leaning towards|leaning toward|leaning to|leaning on|leaning|inclined toward|inclined towards|happy to|willing to|forced to] | \
  i am [going to|gonna|planning to|ready to|prepared to|about to|set to|inclined to|leaning towards|leaning toward|leaning to|leaning on|leaning|inclined toward|inclined towards|happy to|willing to|forced to] | \
  i [want to|plan to|intend to|mean to|choose to|have to|must|need to|would like to|think i'll|think i will|lean to|lean towards|lean toward|lean|am inclined to|may have to|might have to|will have to|shall]
I WILL&RATHER: [i'd|i would] rather
I WILL: [i have|i've|i] decided to | i [promise|vow|pledge] to | i'd like to | i'll have to | i will be | i'll be
LETS: let's | lets | let us | why don't we | how about we | shall we | we can all | let us all | let's all
WE SHOULD: we [should|must|need to|have to|ought to|can|could|might|may|shall|will|would|had better|all need to|all should|should all] | we'd better | \
  we'll | we [want to|will have to|should just|should really|absolutely must|need] | the village [should|must|needs to] | town [should|must|needs to]
WE BE: we're | we are | we were | we're going to | we are going to
IT: it | this | these | those | there
IT BE: it's | its | that's | this is | there's | there is | there are | that is | it is

# Verbs that carry nothing of their own.
BE: is | are | was | were | am | be | been | being | isa
BEING: being
POSS&BE: 's
EQ&BE: = | == | -> | →
BE EQ: [checked|checks] out as | turned out | turns out | turned out to be | turns out to be | came up | comes up | came back | comes back | \
  comes out | shows as | showed as | shows up as | showed up as | read as | reads as | turned up | tested | checks out as | flipped
HAVE: have | has | had | having
DO: do | does | did | doing | done
WILL: will | shall | gonna | going to | plan to | planning to | intend to | prepared to
WHATIF: what if
CAN: [may|might|could|can] [still |][switch|move|shift|pivot] to | can | could | would | may | might
SHOULD: should | must | needs to | need to | has to | have to | ought to | deserves to
HEDGE: [look|looks|seem|seems|sound|sounds|feel|feels] like [they're|he's|she's|they are|he is|she is] | strikes me as | struck me as | [comes|come|came] [across|off] as | [seems|looks|feels|sounds|reads|seemed|looked|felt] to me | [my |]gut [says|tells me] | my [instinct|instincts|intuition] [says|say] | reads to me as | reads like | i wonder if | wonder if | i wonder whether | wonder whether | i wonder that | likely | probably | maybe | perhaps | possibly | potentially | seem | seems | seemed | look | looks | looked | feel | feels | felt | sound | \
  sounds | appear | appears | appeared | think | thinks | thought | guess | suppose | presumably | supposedly | apparently | almost | \
  seems like | looks like | feels like | sounds like | must be | could be | might be | may be | should be | has to be | have to be | \
  can be | would be | can only be | could well be | may well be | might well be | strongly | my guess | gut | hunch | i bet | bet | \
  my money is on | leaning | lean | imply | implies | implied | suggest | suggests | point | points | indicate | indicates | seemingly | means | becomes | \
  must | possible | only possible | appears to be | seems to be | makes | make
# How somebody looks is never asked of who is looked at.
SEEM: seem | look | sound | appear
CONFIRM: no doubt | without a doubt | without doubt | undoubtedly | beyond doubt | beyond any doubt | absolutely sure | sure | confirmed | confirm | confirms | verified | proven | clear | definitely | certainly | clearly | 100% | certain | \
  proved | confirming | established | checked | known

# Negation, condition, contrast.
NOT: not | no | never | don't | dont | doesn't | doesnt | didn't | didnt | isn't | isnt | aren't | arent | wasn't | wasnt | weren't | \
  won't | wont | can't | cant | cannot | couldn't | wouldn't | shouldn't | haven't | hasn't | hadn't | ain't | nor | neither | hardly | none | \
  without | instead of | rather than | rarely | stop | avoid | unable to | lacks | lack | lacking | \
  do not | does not | did not | is not | are not | was not | were not | will not | can not | could not | no longer | against the idea of
NOT: w/o | sorry for | apologize for | apologise for | regret | lest | before we | no need to | don't need to | too early to
I BE NOT: i'm not | i am not | im not | i ain't
I NOT: i don't | i dont | i didn't | i won't | i can't | i cannot | i do not | i did not | i will not | i haven't | i have not | i [refuse|decline|fail|failed|struggle|struggled|try|tried|hope|hoped|have failed|have tried|have yet|had yet] to
# What would be, were the speaker somebody else.
IRREAL&IF: if i [were|had|could] | if i was [the|a|an|your|our|really|in] | were i | had i | i wish i | wish i | if only i
IF: if | and if | unless | in case | whether | suppose | supposing | assuming | assume | provided | once | when | whenever | should anyone | should someone | \
  had we | pretend | imagine | until | hypothetically | in the event | whoever | even if | as long as | only if | what if
THEN: then
AND&LIST: and | & | + | and then | as well as | along with | and also
OR&LIST: or | versus | vs | vs.
LIST: /
COMMA: if not | if so | if so then
COLON: :
BUT: instead
BREAK: because of | ; | — | – | -- | • | because | but | since | although | though | while | whereas | however | therefore | thus | hence | given | so | \
  given that | considering | otherwise | or else | yet | cuz | cause | 'cause | which means | meaning | ( | ) | as a result | due to | based on | \
  and >i | and >i'm | and >let's | and >let us | after that | unlike | except | regardless | especially | plus | and so | so that | especially since | as it
AND&LIST: ,and

# What was thought, and that it is thought no more.
COMMA&BUTNOW: [|, |,][but|yet] [now|today|as of now|at this point|by now|these days|since today] | [, |,][now|today]
FORMERLY: thought | believed | assumed | figured | suspected | suspecting | had | took | trusted | doubted | used to | felt | reckoned
FIRSTLY: at first | in the beginning | initially | originally | earlier | earlier on | before | yesterday | until [now|today|yesterday]
I BE FORMERLY: i was [|so |quite |pretty |almost |very |rather |fairly ][sure|certain|convinced|positive]
I BE FORMERLY DOUBT: i was [|so |quite |pretty |almost |very |rather |fairly ][suspicious|wary|skeptical|sceptical|distrustful] of

# Words that mean nothing here.
_: after all | -san | -kun | -chan | -sama | -dono
_: so [sure|eager|fast|quick|quickly|long|much|early|soon|hard|many|confident|certain|strongly|badly|keen|quiet|desperate|focused|insistent|determined|certain|protective|against|focused|obsessed|fixated|afraid|scared|willing|ready|invested|set|hellbent|hell-bent|dead set|aggressive|hostile|silent|nervous|hesitant|reluctant|worried|angry|upset|mad|bent|fond|trusting|vague|evasive|defensive|suspicious|convinced|protective|vocal|interested|opposed|inclined|kind|good|bad|far|hasty|calm|sudden|suddenly|adamant|hasty]
_: let's not forget | lets not forget | don't forget | do not forget | nothing but | remember that | remember | mind you | keep in mind
# A name after one of these is no subject.
+OBJ: to | of | for | on | in | at | with | into | about | towards | toward | upon | against | onto | like
X: too [important|valuable|useful|precious|early|late|soon|far|bad|much|many|little|few|long|often|well|trusted]
-TODAY: today | for today | first
_: now | a | an | that | just | really | also | very | too | so far | quite | right now | \
  simply | truly | honestly | actually | frankly | here and now | as well | indeed | already | again | currently | ever | even | well | \
  oh | ah | hmm | hm | ok | yes | yeah | yep | please do | as of now | \
  somewhat | rather | a bit | a little | kind of | sort of | pretty | extremely | highly | deeply | increasingly | slightly | more | most | much | \
  firmly | strongly support | tonight's | today's | this time | at this point | for now | at least | immediately | finally | last | such | same | \
  own | some | bit | little | way | super | totally | completely | absolutely | obviously | hereby | officially | formally | openly | publicly | \
  personally | proudly | loyal | honest villager's | simple | humble | ordinary | regular | plain | mere | fun-loving | fellow | good | innocent little | \
  mr | mr. | mrs | mrs. | ms | ms. | miss | mister | madam | sir | dr. | lady | lord | san | big bro | sis | bro | little miss | brother | sister | uncle | \
  our dear | dear | tentatively | provisionally | decisively | also to | all along | out of | up | so very | final answer | therefore i | based upon
+DEF: the | our | actual | only | remaining | sole | other | surviving | living | self-proclaimed | supposed
+BOTH: both | two | both our | the two | three | these two | our two
NOT HIM BE: doubt [she's|he's|they're|she is|he is|they are]
NOT: doubt that | doubt if | doubt whether
I WANT: i'd like | i would like
BE: is therefore | is thus | is hence | is then
I BE HUMAN&NOTWOLF: [i am|i'm|im] not [the|a|] [wolf|werewolf]
WOLF: [the|our|a|] [real|true|actual] [wolf|werewolf]
I TRUST: i'm with | i am with | im with
_: w/ | if you ask me | if i may | if i may say so | with [all|all due|due] respect | with your leave | in all fairness | strictly speaking | for the record | as far as i [know|can tell|can see|am concerned] | in my [eyes|view|opinion|mind|book] | to my mind | to my ears | so to speak
_: village's | the village's | our village's | this village's
I NOT: i hesitate to | i'm [hesitant|reluctant] to | i am [hesitant|reluctant] to | i find it [hard|difficult] to
