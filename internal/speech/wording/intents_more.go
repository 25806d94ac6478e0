package wording

// More intents, for players that argue, plot and plan; the slots as in intent.go.
const (
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
