package wording

import "wolfden/werewolf"

// SentenceKind is what a sentence is for. What its sentences say stands in meaning.txt, how they say it in the book of every
// language, but for those that players word themselves.
type SentenceKind string

// The kinds of sentence of a game as it is usually played, with the slots they use: {t} the player it is about, {o} and {x}
// further players, {role} a role, {n} a number. Slots in parentheses stand in some of the wordings only.
const (
	// Day 0 and small talk.
	Greet       SentenceKind = "greet"
	GreetBack   SentenceKind = "greet back"   // t
	Policy      SentenceKind = "policy"       // how to play, before anything is known
	AskStyle    SentenceKind = "ask style"    // t: how it looks for wolves
	AnswerStyle SentenceKind = "answer style" // how oneself does
	AwaitSeer   SentenceKind = "await seer"   // hopes for a result tomorrow

	// Mornings.
	DawnDeath SentenceKind = "dawn death" // t was found dead
	DawnQuiet SentenceKind = "dawn quiet" // nobody was
	FewLeft   SentenceKind = "few left"   // n
	WasHuman  SentenceKind = "was human"  // t, executed, cannot have been the only werewolf

	// Claims and results.
	ClaimRole   SentenceKind = "claim role"   // role
	ClaimPlain  SentenceKind = "claim plain"  // a villager says so
	Counter     SentenceKind = "counter"      // o claims one's role
	SeenHuman   SentenceKind = "seen human"   // t
	SeenWolf    SentenceKind = "seen wolf"    // t
	RecallHuman SentenceKind = "recall human" // t, told or learned before
	RecallWolf  SentenceKind = "recall wolf"  // t, told or learned before
	MediumHuman SentenceKind = "medium human" // t
	MediumWolf  SentenceKind = "medium wolf"  // t
	GuardedWhom SentenceKind = "guarded whom" // t
	NoResultYet SentenceKind = "no result"    // a seer or medium has none

	// Reactions.
	DenyWolf        SentenceKind = "deny wolf"        // o called one a werewolf
	DenySuspect     SentenceKind = "deny suspect"     // o suspects one or votes for one
	Thank           SentenceKind = "thank"            // o called one human
	TwoClaim        SentenceKind = "two claim"        // t and o claim role
	ManyClaim       SentenceKind = "many claim"       // n claim role
	HeardClaim      SentenceKind = "heard claim"      // t alone claims role
	HeardWolf       SentenceKind = "heard wolf"       // o called t a werewolf
	HeardHuman      SentenceKind = "heard human"      // o called t human
	AskResult       SentenceKind = "ask result"       // t claimed but told nothing
	AskAccused      SentenceKind = "ask accused"      // t was called a werewolf
	GreyList        SentenceKind = "grey list"        // nobody has claimed to be or told anything of t, o, x
	CallForRole     SentenceKind = "call for role"    // role
	AskQuiet        SentenceKind = "ask quiet"        // t
	AskSuspect      SentenceKind = "ask suspect"      // t
	AskVote         SentenceKind = "ask vote"         // t
	AskView         SentenceKind = "ask view"         // t is asked what it thinks of o
	AskWhy          SentenceKind = "ask why"          // t suspects oneself: why
	Agree           SentenceKind = "agree"            // with o about t
	Defend          SentenceKind = "defend"           // t, whom others suspect
	NotMyRole       SentenceKind = "not my role"      // asked for a result one does not have
	HideRole        SentenceKind = "hide role"        // will not say who one is
	NotSure         SentenceKind = "not sure"         // has no opinion yet
	ViewNeutral     SentenceKind = "view neutral"     // t: neither way
	ClosingWords    SentenceKind = "closing words"    // before a vote
	ClosingTomorrow SentenceKind = "closing tomorrow" // the same, of the day after

	// Trust and its reasons.
	TrustSole   SentenceKind = "trust sole"   // t alone claims role
	TrustPair   SentenceKind = "trust pair"   // t and o say of each other to have role
	TrustMe     SentenceKind = "trust me"     // t said the truth about oneself
	TrustFound  SentenceKind = "trust found"  // o found t human
	TrustRight  SentenceKind = "trust right"  // t voted for x, who was a werewolf
	TrustProof  SentenceKind = "trust proof"  // t called o a werewolf, who was one
	TrustMine   SentenceKind = "trust mine"   // oneself found t human
	TrustSaved  SentenceKind = "trust saved"  // one guarded t in a night in which nobody died
	TrustLean   SentenceKind = "trust lean"   // t: no more than a feeling
	SeenMyself  SentenceKind = "seen myself"  // oneself found t a werewolf (a reason)
	SuspectLead SentenceKind = "suspect lead" // t is whom one suspects

	// Reasons to suspect t.
	WhyRival   SentenceKind = "why rival"   // claims one's own role
	WhyLied    SentenceKind = "why lied"    // called one a werewolf
	WhyBlack   SentenceKind = "why black"   // o found it a werewolf
	WhySplit   SentenceKind = "why split"   // it and o claim one role, and o looks better
	WhyRefuted SentenceKind = "why refuted" // it called o a werewolf, who was none
	WhyCleared SentenceKind = "why cleared" // it called o human, who was a werewolf
	WhyClash   SentenceKind = "why clash"   // its result on o contradicts one's own
	WhyChanged SentenceKind = "why changed" // it changed its vote in a day
	WhyBroke   SentenceKind = "why broke"   // it announced o and voted x
	WhyQuiet   SentenceKind = "why quiet"
	WhyPushed  SentenceKind = "why pushed"  // it voted for o, who was human
	WhyAgainst SentenceKind = "why against" // it goes for oneself
	WhyShield  SentenceKind = "why shield"  // it defends o, who was found a werewolf
	WhyRetract SentenceKind = "why retract"
	WhyCrowd   SentenceKind = "why crowd"   // several vote for it
	WhyOpen    SentenceKind = "why open"    // it is one of n of whom nothing is known
	WhySurplus SentenceKind = "why surplus" // it is one of n who claim role, and a werewolf is among them
	WhyMissed  SentenceKind = "why missed"  // it voted for x when o, a werewolf, was executed
	WhyAlike   SentenceKind = "why alike"   // it voted for x as o did, who was a werewolf
	WhySides   SentenceKind = "why sides"   // it speaks for o, who cannot be what o claims
	WhyAloof   SentenceKind = "why aloof"   // it has talked and named nobody today
	WhySaid    SentenceKind = "why said"    // it said itself that it is on the wolves' side
	WhyGut     SentenceKind = "why gut"
	WhyLeast   SentenceKind = "why least" // nobody is trusted less

	// Votes.
	VoteFor    SentenceKind = "vote for"    // t
	VoteKeep   SentenceKind = "vote keep"   // t
	VoteChange SentenceKind = "vote change" // t, no longer o
	VoteJoin   SentenceKind = "vote join"   // t, as others do
	VoteAll    SentenceKind = "vote all"    // wants all to vote t
	VoteRather SentenceKind = "vote rather" // t, though o is suspicious as well

	// Whispers.
	WhisperGreet   SentenceKind = "whisper greet"   // (t)
	WhisperClaim   SentenceKind = "whisper claim"   // will claim role
	WhisperHide    SentenceKind = "whisper hide"    // will play a villager
	WhisperLost    SentenceKind = "whisper lost"    // t, an ally, is dead
	WhisperAttack  SentenceKind = "whisper attack"  // t
	WhisperAgree   SentenceKind = "whisper agree"   // t
	WhisperRole    SentenceKind = "whisper role"    // t claims role (a reason)
	WhisperTrusted SentenceKind = "whisper trusted" // t is believed (a reason)
	WhisperSharp   SentenceKind = "whisper sharp"   // t talks much and well (a reason)
	WhisperGuarded SentenceKind = "whisper guarded" // t was guarded last night
	WhisperFriend  SentenceKind = "whisper friend"  // t lies about results, so it is on our side
	WhisperForsake SentenceKind = "whisper forsake" // t, an ally, cannot be saved: vote for it
	WhisperPush    SentenceKind = "whisper push"    // tomorrow the vote should fall on t
	WhisperCareful SentenceKind = "whisper careful" // let us not defend each other

	// Day 0 and manners.
	SmallTalk  SentenceKind = "small talk"  // of oneself and the evening
	Encourage  SentenceKind = "encourage"   // all, to speak
	LastWill   SentenceKind = "last will"   // should one be dead tomorrow: t is to be looked at
	Unite      SentenceKind = "unite"       // let us vote together
	AnswerYou  SentenceKind = "answer you"  // t asked something that has no other answer
	AnswerToo  SentenceKind = "answer too"  // t asked what the words before it answer
	AnswerSaid SentenceKind = "answer said" // t asked what one has said already, (of o)

	// Claims with what is claimed, in one sentence.
	ClaimSeenHuman SentenceKind = "claim seen human" // seer, t human
	ClaimSeenWolf  SentenceKind = "claim seen wolf"  // seer, t werewolf
	ClaimPossessed SentenceKind = "claim possessed"  // oneself is the possessed
	ClaimFellow    SentenceKind = "claim fellow"     // role, t has it too
	ConfirmFellow  SentenceKind = "confirm fellow"   // t said that both have role
	CallAll        SentenceKind = "call all"         // everybody is to say who they are
	Repeat         SentenceKind = "repeat claim"     // role: one stands by it
	Consistent     SentenceKind = "consistent"       // one's results fit together, as role

	// Taking back.
	Retract SentenceKind = "retract" // role

	// The endgame of the werewolves' side.
	PowerWolf      SentenceKind = "power wolf"      // t the ally is asked to vote o; oneself is a werewolf
	PowerPossessed SentenceKind = "power possessed" // t the werewolf is asked to vote o; oneself is possessed
	PowerReason    SentenceKind = "power reason"    // how one knows that t is on one's side
	PowerTogether  SentenceKind = "power together"  // two votes decide it

	// Votes in two steps, and votes of others.
	AskVoteFor  SentenceKind = "ask vote for" // t is asked by name to vote o
	AskDeciding SentenceKind = "ask deciding" // the same, and the vote of t decides
	LastChance  SentenceKind = "last chance"  // this vote decides

	// What a vote against t is argued from.
	ChoseQuiet SentenceKind = "chose quiet" // t was divined for having said the least
	ChoseBlind SentenceKind = "chose blind" // t was divined for no reason
	ClearedBy  SentenceKind = "cleared by"  // o called t human, against one's own result
	NoAnswer   SentenceKind = "no answer"   // t has nothing to say against one's result
	NoSide     SentenceKind = "no side"     // t accuses nobody
	Chances    SentenceKind = "chances"     // n live, and what a mistake costs
	GoneBoth   SentenceKind = "gone both"   // x executed, o attacked
	GoneOne    SentenceKind = "gone one"    // x executed

	// How one knows on the werewolves' side that t is on it, by the results of others; o is the third.
	AllyAccused   SentenceKind = "ally accused"    // x called t a werewolf
	AllyLied      SentenceKind = "ally lied"       // t called x a werewolf, who was none
	AllyAgainst   SentenceKind = "ally against"    // x called o human
	AllySawHuman  SentenceKind = "ally saw human"  // o called x human
	AllySawWolf   SentenceKind = "ally saw wolf"   // o called x a werewolf
	AllyHuman     SentenceKind = "ally human"      // x called t human
	AllyMeHuman   SentenceKind = "ally me human"   // x called one human
	AllyMeWolf    SentenceKind = "ally me wolf"    // x called one a werewolf
	AllyRestHuman SentenceKind = "ally rest human" // x called o human, any player
	AllyRestWolf  SentenceKind = "ally rest wolf"  // x called o a werewolf, any player

	// Oneself.
	Innocent SentenceKind = "innocent"  // one is on the village's side
	TurnBack SentenceKind = "turn back" // o accuses, and is suspicious for it

	// Plans.
	PlanDivine  SentenceKind = "plan divine"  // t
	SeerTonight SentenceKind = "seer tonight" // the seer should look at t

	// Reasoning.
	Compare   SentenceKind = "compare"    // t's story beside o's
	AgreeWith SentenceKind = "agree with" // o
	NoLonger  SentenceKind = "no longer"  // t, whom one spoke for before and is against now
	Misjudged SentenceKind = "misjudged"  // t: the opposite of what one has said of it is true
	Decided   SentenceKind = "decided"    // t, of whom one could not tell before and is against now
	Between   SentenceKind = "between"    // t and o have the most announced votes
	EitherWay SentenceKind = "either way" // t must be looked at in any case

	// What players have sentences of their own for, and no book.
	Persuade    SentenceKind = "persuade"      // against t: to vote for it
	VoteAllSeen SentenceKind = "vote all seen" // t, whom one has seen to be a werewolf
)

// Slots fill the gaps of a sentence; the zero value of each is "not used".
type Slots struct {
	T, O, X werewolf.SeatID
	Role    werewolf.Role
	N       int // a number, worded up to fifteen; 0 is worded too
}
