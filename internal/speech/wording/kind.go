package wording

import "wolfden/werewolf"

// Kind is a kind of sentence: what it is for. What its sentences say stands in meaning.txt, how they say it in the book of
// every language, but for those that players word themselves.
type Kind string

// The kinds of sentence of a game as it is usually played, with the slots they use: {t} the player it is about, {o} and {x}
// further players, {role} a role, {n} a number. Slots in parentheses stand in some of the wordings only.
const (
	// Day 0 and small talk.
	Greet       Kind = "greet"
	GreetBack   Kind = "greet back"   // t
	Policy      Kind = "policy"       // how to play, before anything is known
	AskStyle    Kind = "ask style"    // t: how it looks for wolves
	AnswerStyle Kind = "answer style" // how oneself does
	AwaitSeer   Kind = "await seer"   // hopes for a result tomorrow

	// Mornings.
	DawnDeath Kind = "dawn death" // t was found dead
	DawnQuiet Kind = "dawn quiet" // nobody was
	FewLeft   Kind = "few left"   // n
	WasHuman  Kind = "was human"  // t, executed, cannot have been the only werewolf

	// Claims and results.
	ClaimRole   Kind = "claim role"   // role
	ClaimPlain  Kind = "claim plain"  // a villager says so
	Counter     Kind = "counter"      // o claims one's role
	SeenHuman   Kind = "seen human"   // t
	SeenWolf    Kind = "seen wolf"    // t
	RecallHuman Kind = "recall human" // t, told or learned before
	RecallWolf  Kind = "recall wolf"  // t, told or learned before
	MediumHuman Kind = "medium human" // t
	MediumWolf  Kind = "medium wolf"  // t
	GuardedWhom Kind = "guarded whom" // t
	NoResultYet Kind = "no result"    // a seer or medium has none

	// Reactions.
	DenyWolf     Kind = "deny wolf"     // o called one a werewolf
	DenySuspect  Kind = "deny suspect"  // o suspects one or votes for one
	Thank        Kind = "thank"         // o called one human
	TwoClaim     Kind = "two claim"     // t and o claim role
	ManyClaim    Kind = "many claim"    // n claim role
	HeardClaim   Kind = "heard claim"   // t alone claims role
	HeardWolf    Kind = "heard wolf"    // o called t a werewolf
	HeardHuman   Kind = "heard human"   // o called t human
	AskResult    Kind = "ask result"    // t claimed but told nothing
	AskAccused   Kind = "ask accused"   // t was called a werewolf
	CallForRole  Kind = "call for role" // role
	AskQuiet     Kind = "ask quiet"     // t
	AskSuspect   Kind = "ask suspect"   // t
	AskVote      Kind = "ask vote"      // t
	AskView      Kind = "ask view"      // t is asked what it thinks of o
	AskWhy       Kind = "ask why"       // t suspects oneself: why
	Agree        Kind = "agree"         // with o about t
	Defend       Kind = "defend"        // t, whom others suspect
	NotMyRole    Kind = "not my role"   // asked for a result one does not have
	HideRole     Kind = "hide role"     // will not say who one is
	NotSure      Kind = "not sure"      // has no opinion yet
	ViewNeutral  Kind = "view neutral"  // t: neither way
	ClosingWords Kind = "closing words" // before a vote

	// Trust and its reasons.
	TrustSole   Kind = "trust sole"   // t alone claims role
	TrustPair   Kind = "trust pair"   // t and o say of each other to have role
	TrustMe     Kind = "trust me"     // t said the truth about oneself
	TrustFound  Kind = "trust found"  // o found t human
	TrustRight  Kind = "trust right"  // t voted for x, who was a werewolf
	TrustProof  Kind = "trust proof"  // t called o a werewolf, who was one
	TrustMine   Kind = "trust mine"   // oneself found t human
	TrustLean   Kind = "trust lean"   // t: no more than a feeling
	SeenMyself  Kind = "seen myself"  // oneself found t a werewolf (a reason)
	SuspectLead Kind = "suspect lead" // t is whom one suspects

	// Reasons to suspect t.
	WhyRival   Kind = "why rival"   // claims one's own role
	WhyLied    Kind = "why lied"    // called one a werewolf
	WhyBlack   Kind = "why black"   // o found it a werewolf
	WhySplit   Kind = "why split"   // it and o claim one role, and o looks better
	WhyRefuted Kind = "why refuted" // it called o a werewolf, who was none
	WhyCleared Kind = "why cleared" // it called o human, who was a werewolf
	WhyClash   Kind = "why clash"   // its result on o contradicts one's own
	WhyChanged Kind = "why changed" // it changed its vote in a day
	WhyBroke   Kind = "why broke"   // it announced o and voted x
	WhyQuiet   Kind = "why quiet"
	WhyPushed  Kind = "why pushed"  // it voted for o, who was human
	WhyAgainst Kind = "why against" // it goes for oneself
	WhyShield  Kind = "why shield"  // it defends o, who was found a werewolf
	WhyRetract Kind = "why retract"
	WhyCrowd   Kind = "why crowd" // several vote for it
	WhyOpen    Kind = "why open"  // nobody has vouched for it
	WhySaid    Kind = "why said"  // it said itself that it is on the wolves' side
	WhyGut     Kind = "why gut"

	// Votes.
	VoteFor    Kind = "vote for"    // t
	VoteKeep   Kind = "vote keep"   // t
	VoteChange Kind = "vote change" // t, no longer o
	VoteJoin   Kind = "vote join"   // t, as others do
	VoteAll    Kind = "vote all"    // wants all to vote t

	// Whispers.
	WhisperGreet   Kind = "whisper greet"   // (t)
	WhisperClaim   Kind = "whisper claim"   // will claim role
	WhisperHide    Kind = "whisper hide"    // will play a villager
	WhisperLost    Kind = "whisper lost"    // t, an ally, is dead
	WhisperAttack  Kind = "whisper attack"  // t
	WhisperAgree   Kind = "whisper agree"   // t
	WhisperRole    Kind = "whisper role"    // t claims role (a reason)
	WhisperTrusted Kind = "whisper trusted" // t is believed (a reason)
	WhisperSharp   Kind = "whisper sharp"   // t talks much and well (a reason)
	WhisperGuarded Kind = "whisper guarded" // t was guarded last night
	WhisperFriend  Kind = "whisper friend"  // t lies about results, so it is on our side
	WhisperPush    Kind = "whisper push"    // tomorrow the vote should fall on t
	WhisperCareful Kind = "whisper careful" // let us not defend each other

	// Day 0 and manners.
	SmallTalk Kind = "small talk" // of oneself and the evening
	Encourage Kind = "encourage"  // all, to speak
	LastWill  Kind = "last will"  // should one be dead tomorrow: t is to be looked at
	Unite     Kind = "unite"      // let us vote together
	AnswerYou Kind = "answer you" // t asked something that has no other answer

	// Claims with what is claimed, in one sentence.
	ClaimSeenHuman Kind = "claim seen human" // seer, t human
	ClaimSeenWolf  Kind = "claim seen wolf"  // seer, t werewolf
	ClaimPossessed Kind = "claim possessed"  // oneself is the possessed
	ClaimFellow    Kind = "claim fellow"     // role, t has it too
	ConfirmFellow  Kind = "confirm fellow"   // t said that both have role
	CallAll        Kind = "call all"         // everybody is to say who they are
	Repeat         Kind = "repeat claim"     // role: one stands by it
	Consistent     Kind = "consistent"       // one's results fit together, as role

	// Taking back.
	Retract Kind = "retract" // role

	// The endgame of the werewolves' side.
	PowerWolf      Kind = "power wolf"      // t the ally is asked to vote o; oneself is a werewolf
	PowerPossessed Kind = "power possessed" // t the werewolf is asked to vote o; oneself is possessed
	PowerReason    Kind = "power reason"    // how one knows that t is on one's side
	PowerTogether  Kind = "power together"  // two votes decide it

	// Votes in two steps, and votes of others.
	AskVoteFor Kind = "ask vote for" // t is asked by name to vote o
	LastChance Kind = "last chance"  // this vote decides

	// Oneself.
	Innocent Kind = "innocent"  // one is on the village's side
	TurnBack Kind = "turn back" // o accuses, and is suspicious for it

	// Plans.
	PlanDivine  Kind = "plan divine"  // t
	SeerTonight Kind = "seer tonight" // the seer should look at t

	// Reasoning.
	Compare   Kind = "compare"    // t's story beside o's
	AgreeWith Kind = "agree with" // o
	EitherWay Kind = "either way" // t must be looked at in any case

	// What players have sentences of their own for, and no book.
	Persuade    Kind = "persuade"      // against t: to vote for it
	VoteAllSeen Kind = "vote all seen" // t, whom one has seen to be a werewolf
)

// Slots fill the gaps of a sentence; the zero value of each is "not used".
type Slots struct {
	T, O, X werewolf.SeatID
	Role    werewolf.Role
	N       int // a number, worded up to fifteen; 0 is worded too
}
