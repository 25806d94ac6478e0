package wording

// Intent is what a sentence is for. Each has its wordings in every language's book.
type Intent string

// The intents of a game as it is usually played, with the slots their sentences use: {t} the player it is about, {o} and
// {x} further players, {role} a role, {n} a number. Slots in parentheses stand in some of the wordings only. Further
// intents are in intents_more.go.
const (
	// Day 0 and small talk.
	Greet       Intent = "greet"
	GreetBack   Intent = "greet back"   // t
	Policy      Intent = "policy"       // how to play, before anything is known
	AskStyle    Intent = "ask style"    // t: how it looks for wolves
	AnswerStyle Intent = "answer style" // how oneself does
	AwaitSeer   Intent = "await seer"   // hopes for a result tomorrow

	// Mornings.
	DawnDeath Intent = "dawn death" // t was found dead
	DawnQuiet Intent = "dawn quiet" // nobody was
	FewLeft   Intent = "few left"   // n
	WasHuman  Intent = "was human"  // t, executed, cannot have been the only werewolf

	// Claims and results.
	ClaimRole   Intent = "claim role"   // role
	ClaimPlain  Intent = "claim plain"  // a villager says so
	Counter     Intent = "counter"      // o claims one's role
	SeenHuman   Intent = "seen human"   // t
	SeenWolf    Intent = "seen wolf"    // t
	RecallHuman Intent = "recall human" // t, told or learned before
	RecallWolf  Intent = "recall wolf"  // t, told or learned before
	MediumHuman Intent = "medium human" // t
	MediumWolf  Intent = "medium wolf"  // t
	GuardedWhom Intent = "guarded whom" // t
	NoResultYet Intent = "no result"    // a seer or medium has none

	// Reactions.
	DenyWolf     Intent = "deny wolf"     // o called one a werewolf
	DenySuspect  Intent = "deny suspect"  // o suspects one or votes for one
	Thank        Intent = "thank"         // o called one human
	TwoClaim     Intent = "two claim"     // t and o claim role
	ManyClaim    Intent = "many claim"    // n claim role
	HeardClaim   Intent = "heard claim"   // t alone claims role
	HeardWolf    Intent = "heard wolf"    // o called t a werewolf
	HeardHuman   Intent = "heard human"   // o called t human
	AskResult    Intent = "ask result"    // t claimed but told nothing
	AskAccused   Intent = "ask accused"   // t was called a werewolf
	CallForRole  Intent = "call for role" // role
	AskQuiet     Intent = "ask quiet"     // t
	AskSuspect   Intent = "ask suspect"   // t
	AskVote      Intent = "ask vote"      // t
	AskView      Intent = "ask view"      // t is asked what it thinks of o
	AskWhy       Intent = "ask why"       // t suspects oneself: why
	Agree        Intent = "agree"         // with o about t
	Defend       Intent = "defend"        // t, whom others suspect
	NotMyRole    Intent = "not my role"   // asked for a result one does not have
	HideRole     Intent = "hide role"     // will not say who one is
	NotSure      Intent = "not sure"      // has no opinion yet
	ViewNeutral  Intent = "view neutral"  // t: neither way
	ClosingWords Intent = "closing words" // before a vote

	// Trust and its reasons.
	TrustSole   Intent = "trust sole"   // t alone claims role
	TrustPair   Intent = "trust pair"   // t and o say of each other to have role
	TrustMe     Intent = "trust me"     // t said the truth about oneself
	TrustFound  Intent = "trust found"  // o found t human
	TrustRight  Intent = "trust right"  // t voted for x, who was a werewolf
	TrustProof  Intent = "trust proof"  // t called o a werewolf, who was one
	TrustMine   Intent = "trust mine"   // oneself found t human
	TrustLean   Intent = "trust lean"   // t: no more than a feeling
	SeenMyself  Intent = "seen myself"  // oneself found t a werewolf (a reason)
	SuspectLead Intent = "suspect lead" // t is whom one suspects

	// Reasons to suspect t.
	WhyRival   Intent = "why rival"   // claims one's own role
	WhyLied    Intent = "why lied"    // called one a werewolf
	WhyBlack   Intent = "why black"   // o found it a werewolf
	WhySplit   Intent = "why split"   // it and o claim one role, and o looks better
	WhyRefuted Intent = "why refuted" // it called o a werewolf, who was none
	WhyCleared Intent = "why cleared" // it called o human, who was a werewolf
	WhyClash   Intent = "why clash"   // its result on o contradicts one's own
	WhyChanged Intent = "why changed" // it changed its vote in a day
	WhyBroke   Intent = "why broke"   // it announced o and voted x
	WhyQuiet   Intent = "why quiet"
	WhyPushed  Intent = "why pushed"  // it voted for o, who was human
	WhyAgainst Intent = "why against" // it goes for oneself
	WhyShield  Intent = "why shield"  // it defends o, who was found a werewolf
	WhyRetract Intent = "why retract"
	WhyCrowd   Intent = "why crowd" // several vote for it
	WhyOpen    Intent = "why open"  // nobody has vouched for it
	WhySaid    Intent = "why said"  // it said itself that it is on the wolves' side
	WhyGut     Intent = "why gut"

	// Votes.
	VoteFor    Intent = "vote for"    // t
	VoteKeep   Intent = "vote keep"   // t
	VoteChange Intent = "vote change" // t, no longer o
	VoteJoin   Intent = "vote join"   // t, as others do
	VoteAll    Intent = "vote all"    // wants all to vote t

	// Whispers.
	WhisperGreet   Intent = "whisper greet"   // (t)
	WhisperClaim   Intent = "whisper claim"   // will claim role
	WhisperHide    Intent = "whisper hide"    // will play a villager
	WhisperLost    Intent = "whisper lost"    // t, an ally, is dead
	WhisperAttack  Intent = "whisper attack"  // t
	WhisperAgree   Intent = "whisper agree"   // t
	WhisperRole    Intent = "whisper role"    // t claims role (a reason)
	WhisperTrusted Intent = "whisper trusted" // t is believed (a reason)
	WhisperSharp   Intent = "whisper sharp"   // t talks much and well (a reason)
	WhisperGuarded Intent = "whisper guarded" // t was guarded last night
	WhisperFriend  Intent = "whisper friend"  // t lies about results, so it is on our side
	WhisperPush    Intent = "whisper push"    // tomorrow the vote should fall on t
	WhisperCareful Intent = "whisper careful" // let us not defend each other
)

// Slots fill the gaps of a sentence; the zero value of each is "not used". Names stand as the table knows them; the
// wording adds what a language puts after a name. Of hostile names nothing is interpreted.
type Slots struct {
	T, O, X string   // names
	List    []string // further names
	Role    string   // as RoleWord has it
	N       int      // a number, worded up to fifteen; 0 is worded too
}
