package wording

// Intent is what a sentence is for. Each has its wordings in every language's book.
type Intent string

// The intents of a game as it is usually played, with the slots their sentences use: {t} the player it is about, {o} and
// {x} further players, {role} a role, {n} a number. Slots in parentheses stand in some of the wordings only.
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

	// Day 0 and manners.
	SmallTalk  Intent = "small talk"  // of oneself and the evening
	Ready      Intent = "ready"       // nothing to report, eager to listen
	Thanks     Intent = "thanks"      // t, for an answer
	Apologise  Intent = "apologise"   // t, wrongly suspected
	Encourage  Intent = "encourage"   // all, to speak
	LastWill   Intent = "last will"   // should one be dead tomorrow: t is to be looked at
	Farewell   Intent = "farewell"    // about to be executed
	Unite      Intent = "unite"       // let us vote together
	AnswerYou  Intent = "answer you"  // t asked something that has no other answer
	NothingNew Intent = "nothing new" // nothing to add

	// Claims with what is claimed, in one sentence.
	ClaimSeenHuman   Intent = "claim seen human"   // seer, t human
	ClaimSeenWolf    Intent = "claim seen wolf"    // seer, t werewolf
	ClaimMediumHuman Intent = "claim medium human" // medium, t human
	ClaimMediumWolf  Intent = "claim medium wolf"  // medium, t werewolf
	ClaimGuarded     Intent = "claim guarded"      // bodyguard, t guarded
	ClaimSaved       Intent = "claim saved"        // bodyguard, t guarded and nobody died
	ClaimWolf        Intent = "claim wolf"         // oneself is a werewolf
	ClaimPossessed   Intent = "claim possessed"    // oneself is the possessed
	ClaimFellow      Intent = "claim fellow"       // role, t has it too
	ConfirmFellow    Intent = "confirm fellow"     // t said that both have role
	CallAll          Intent = "call all"           // everybody is to say who they are
	AskRole          Intent = "ask role"           // t
	Repeat           Intent = "repeat claim"       // role: one stands by it
	Proof            Intent = "proof"              // o's fate has confirmed one's result
	Consistent       Intent = "consistent"         // one's results fit together, as role

	// Taking back.
	Retract       Intent = "retract"        // role
	RetractReason Intent = "retract reason" // why one claimed at all
	RetractResult Intent = "retract result" // t
	RetractFor    Intent = "retract for"    // o is the real role, oneself is not

	// The endgame of the werewolves' side.
	PowerWolf      Intent = "power wolf"      // t the ally is asked to vote o; oneself is a werewolf
	PowerPossessed Intent = "power possessed" // t the werewolf is asked to vote o; oneself is possessed
	PowerReason    Intent = "power reason"    // how one knows that t is on one's side
	PowerFromClaim Intent = "power claim"     // t lied as role, so t is on one's side
	PowerFromBlack Intent = "power black"     // t called o a werewolf, who was none
	PowerTogether  Intent = "power together"  // two votes decide it

	// Votes in two steps, and votes of others.
	AskVoteFor  Intent = "ask vote for"  // t is asked by name to vote o
	AskVoteWhy  Intent = "ask vote why"  // t is asked to vote o, with a result as reason
	Induce      Intent = "induce"        // doubt about t, and the vote
	VoteReason  Intent = "vote reason"   // t, because of o's result
	VoteSorry   Intent = "vote sorry"    // t, with regret
	NotVote     Intent = "not vote"      // t
	Voted       Intent = "voted"         // t, in the last vote
	VotedWho    Intent = "voted who"     // o voted t
	LastChance  Intent = "last chance"   // this vote decides
	VoteFollows Intent = "vote follows"  // o proposed t and one joins
	Switch      Intent = "switch reason" // why one leaves o

	// Oneself.
	Innocent    Intent = "innocent"    // one is on the village's side
	MyRecord    Intent = "my record"   // one voted for t, a werewolf
	TurnBack    Intent = "turn back"   // o accuses, and is suspicious for it
	WhyMe       Intent = "why me"      // o: what makes oneself suspicious
	AppealHeart Intent = "appeal"      // to their feelings
	AppealTrust Intent = "appeal word" // to what one has said and done
	AppealLogic Intent = "appeal fact" // to the facts

	// Plans.
	PlanDivine   Intent = "plan divine"   // t
	PlanGuard    Intent = "plan guard"    // t
	PlanHidden   Intent = "plan hidden"   // will not say whom
	AskPlan      Intent = "ask plan"      // t: whom it will divine
	AskDivine    Intent = "ask divine"    // t is asked to divine o
	AskGuard     Intent = "ask guard"     // the bodyguard should guard t
	SeerTonight  Intent = "seer tonight"  // the seer should look at t
	Saved        Intent = "saved"         // one guarded t, nobody died
	GuardThanks  Intent = "guard thanks"  // nobody died, thanks to the bodyguard
	AttackedReal Intent = "attacked real" // t was attacked, so its claim as role was true

	// Reasoning.
	ThinkRole     Intent = "think role"     // t is role, one thinks
	DoubtRole     Intent = "doubt role"     // t is not role, one thinks
	WorldReal     Intent = "world real"     // if t is the real role, then list lie
	WorldWolf     Intent = "world wolf"     // if t is the real role, then o is the werewolf
	WorldTrust    Intent = "world trust"    // if t is the real role, then list are human
	WorldLeft     Intent = "world left"     // the werewolf is among list
	WorldPair     Intent = "world pair"     // either t or o is a werewolf
	WorldNotWolf  Intent = "world not wolf" // t is no werewolf: the game went on after its death
	WorldOneLies  Intent = "world one lies" // t and o claim role, so at least one lies
	WorldClash    Intent = "world clash"    // t and o cannot both be right about x
	WorldSame     Intent = "world same"     // t and o cannot both be werewolves
	WorldTrapped  Intent = "world trapped"  // if t lives, o cannot be the real role
	Compare       Intent = "compare"        // t's story beside o's
	Disagree      Intent = "disagree"       // with o
	DisagreeAbout Intent = "disagree about" // with o about t
	AgreeWith     Intent = "agree with"     // o
	EitherWay     Intent = "either way"     // t must be looked at in any case

	// Earlier days: n is the day.
	DaySeenHuman Intent = "day seen human" // t
	DaySeenWolf  Intent = "day seen wolf"  // t
	DayMedHuman  Intent = "day medium human"
	DayMedWolf   Intent = "day medium wolf"
	DayGuarded   Intent = "day guarded"
	DayVoted     Intent = "day voted"

	// Whispers.
	WhisperTold     Intent = "whisper told"      // t claimed role in the open
	WhisperWarn     Intent = "whisper warn"      // t may be guarded
	WhisperVote     Intent = "whisper vote"      // by day the votes should go to t
	WhisperSplit    Intent = "whisper split"     // not all votes in one place
	WhisperAskClaim Intent = "whisper ask claim" // t: will you claim role
	WhisperRather   Intent = "whisper rather"    // t rather than o
	WhisperHunted   Intent = "whisper hunted"    // t has found o of ours
	WhisperThanks   Intent = "whisper thanks"    // t
	WhisperCounter  Intent = "whisper counter"   // will claim role against t
	WhisperNobody   Intent = "whisper nobody"    // no attack last night came through
	WhisperPower    Intent = "whisper power"     // we are enough: all vote t
)

// Slots fill the gaps of a sentence; the zero value of each is "not used". Names stand as the table knows them; the
// wording adds what a language puts after a name. Of hostile names nothing is interpreted.
type Slots struct {
	T, O, X string   // names
	List    []string // further names
	Role    string   // as RoleWord has it
	N       int      // a number, worded up to fifteen; 0 is worded too
}
