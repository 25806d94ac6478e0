# English. A line is a row of token letters, then the phrases that stand for it.
#
# I me as subject   M my            U you            O somebody else     N a name        b to be
# 1-5 villager seer medium bodyguard possessed       W werewolf          H human         r role, claim (noun)
# c to claim        C a claim made by saying it ("CO")                   h "here"        l to learn, to see
# D divined         d a result      m a medium's     G guarded           k to attack     T to tell
# v to vote         p voted         y to stay with   w will              L let us        u to take back
# a ill             t good          j thinking       n not               f if, would     s says
# q a question word Y why              ? a question       x any other      / a new clause      _ nothing

I i | i've | i have | i had
Ib i'm | i am | im
Iw i'll
If i'd
M my | mine
U you | your | yours | yourself | you've | you have
Ub you're | you are
Uw you'll
U? do you | are you | have you | did you | will you | can you | could you | would you
O he | she | they | it | someone | somebody | anyone | anybody | nobody | no one | others | one of
Ob he's | she's | they're | it's | it is | that's
b is | are | was | were | am | be | = | turned out | turns out | turned out to be | came up | came back | came out
b 's
_ a | an | the | real | true | actual | only | genuine | village's | our | to | of | for | on | at | that | in | this
_ just | really | indeed | also | still | now | today | tonight | tomorrow | yesterday | last night | this morning
_ well | oh | so | and | then | definitely | honestly | again | too | to be | with | as | very | simply | plain | by now
_ everyone | everybody | all | here and now | quite | rather | clearly | certainly | surely | please believe me | therefore
_ already | if you ask me | um | hey | okay | ok | listen | look | yes | right | first | finally | myself | my friends | friends | night 0 | night
1 villager | simple villager | ordinary villager | plain villager | regular villager | townsperson
2 seer | fortune teller | diviner | oracle
3 medium | psychic
4 bodyguard | guard | knight | protector
5 possessed | madman | traitor
W werewolf | wolf | a werewolf | black
H human | innocent human | not a werewolf | not a wolf | no werewolf | no wolf | not the werewolf | white | innocent
r role | job | part | identity
c claim | claim to be | claiming | come out as | coming out as | came out as | declare | announce myself
C co | claiming here
h here | speaking | reporting
l saw | seen | found | found out | learned | discovered | confirmed | see | got | shows | showed | revealed | identified
D divined | divine | look into | divining | checked | peeked | scanned | inspected | looked into | read | investigated | peeked at
d divination says | result says | my divination says | vision says
d result | results | divination | divination result | divination results | findings | reading | vision
m medium result says | the medium result says | spirits say | spirits tell me
m medium result | medium results | medium check | the dead told me | the spirits told me | the spirits say | spirits
G guarded | protected | stood guard over | kept watch over | watched over | guarding
k attack | kill | bite | eat | target | attacking | hunt | take out | go after
T waiting for your | tell | share | explain | answer | reveal | report | state | speak up | show | say | give
v vote | voting | my vote | ballot | exile | lynch | execute | vote out | votes | final vote | vote goes to
p voted | voted for | has voted | have voted | executed | exiled | voted out
Mv my vote | my vote is | my vote goes to | my vote is for | my final vote | my ballot
y stay with | stick with | keep to | staying with | sticking with | hold to | stand by my vote
w will | going to | want to | plan to | shall | intend to | ready to | am going to | would like to | mean to | choose to
Iw i'm going to | i am going to | i'm ready to | i am ready to | i'd like to | i would like to | i want to
L let's | let us | we should | we must | please | we need to | join me | i ask you all to | we can | we
u retract | take back | take it back | withdraw
a suspicious | suspect | fishy | lying | lies | lie | liar | a liar | fake | doubt | distrust | dodging
x the vote | the votes
a is not telling the truth | isn't telling the truth
a money is on | eye keeps going back | worst | doubts | doubtful | dishonest | false | shady | evasive | worries me | bothers me | troubles me | accuse | accusing | impostor | my suspect
a suspicion | suspicions | suspecting | a fake | not telling the truth | don't trust | do not trust | cannot trust
a don't believe | do not believe | cannot believe | can't believe | can't trust | eye on | deceiving | wary
t trust | believe | trustworthy | clear | honest | credible | side with | believable | reliable | telling the truth
t trusting | sincere | defend | vouch
j think | believe that | guess | feel | probably | maybe | might be | could be | must be | may be | perhaps | looks like
j seems like | sounds like | seems to be | suspect that | likely | my guess is | assume | bet | imagine | hunch | should be
n not | isn't | aren't | wasn't | don't | doesn't | didn't | never | no | won't | can't | cannot | nor | neither | hardly
bn isn't | aren't | wasn't | weren't | is not | are not | was not | were not
Ibn i'm not | i am not
In i don't | i do not | i didn't | i won't | i can't | i cannot | i will not
f if | unless | suppose | would | could | whether | had | either | otherwise | pretend | let's say | were i
s says | said | say that | claims | claimed | claims to be | claims that | thinks | believes | called | calls | told | named
s suspects | doubts that | according to | accuses | accused | wants | insists | calling | heard | reported | reports
Y why | how come | what makes you | your reason | for what reason
q who | what | how | which | whom | where | when | who's | what's
/ because | but | since | although | though | while | yet | as for | or | until | after | before
