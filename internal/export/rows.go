package export

// The rows of the tables. The tag parquet names the column, about says what it is; a pointer is a value that may be
// missing. Seats count from 1.

// gameRow is a row of the table games.
type gameRow struct {
	Game    string  `parquet:"game,zstd" about:"id; with lang the key of all tables"`
	Lang    string  `parquet:"lang,dict,zstd" about:"language, as the record says or as it is written; empty where nobody spoke"`
	File    string  `parquet:"file,zstd" about:"file the game was read from, below the folder that was named"`
	Started *int64  `parquet:"started_ms,optional,zstd" about:"begin, Unix milliseconds"`
	Players int32   `parquet:"players,zstd" about:"number of players"`
	Setup   string  `parquet:"setup,dict,zstd" about:"players of each role, such as SEER=1 VILLAGER=2"`
	LastDay int32   `parquet:"last_day,zstd" about:"day the game ended on"`
	Over    bool    `parquet:"over,zstd" about:"whether the game was played to its end"`
	Winner  *string `parquet:"winner,optional,dict,zstd" about:"VILLAGER, WEREWOLF or NONE; missing in a game that broke off"`
	Record  bool    `parquet:"recorded,zstd" about:"whether time-outs, cuts, faults and times are known"`
	Seed    *string `parquet:"seed,optional,zstd" about:"seed of a game played here; games of one seed have the same roles and characters"`
	Plan    *string `parquet:"plan,optional,dict,zstd" about:"plan that the game belongs to, as the record says"`
	Round   *int32  `parquet:"round,optional,zstd" about:"round of the plan, from 1"`
	Deal    *int32  `parquet:"deal,optional,zstd" about:"deal of the plan or series, from 1; games of one deal have one seed"`
	Contest string  `parquet:"contest,dict,zstd" about:"folder that the game comes from: that of source, else of file; folders called log, json or the like are passed over"`
	Source  *string `parquet:"source,optional,zstd" about:"file that the record of a game played elsewhere was made from"`
	In      *string `parquet:"plan_setup,optional,dict,zstd" about:"setup of the plan"`
	Match   *string `parquet:"match,optional,dict,zstd" about:"match of a server's schedule"`
	Command *string `parquet:"command,optional,dict,zstd" about:"command of Wolfden that wrote the record: play, compare, league, lab, room, serve, import, convert"`
	Program *string `parquet:"program,optional,dict,zstd" about:"version of Wolfden that wrote it"`
	Commit  *string `parquet:"commit,optional,dict,zstd" about:"commit that it was built from"`

	Division string  `parquet:"division,dict,zstd" about:"games that are counted together, as wolfden score names them: setup, and language and rules where they differ"`
	Rules    *string `parquet:"rules,optional,dict,zstd" about:"short hash of the rules, as wolfden show --about tells it; missing where they are not known for certain"`
	Mode     *string `parquet:"talk_mode,optional,dict,zstd" about:"who may speak when: serial, synchronized or anytime; missing likewise"`
}

// playerRow is a row of the table players.
type playerRow struct {
	Game     string  `parquet:"game,dict,zstd" about:"id of the game"`
	Lang     string  `parquet:"lang,dict,zstd" about:"language of the game"`
	Seat     int32   `parquet:"seat,zstd" about:"place at the table"`
	Team     string  `parquet:"team,dict,zstd" about:"entry of the plan, else contest team"`
	Name     string  `parquet:"name,dict,zstd" about:"character played"`
	Role     string  `parquet:"role,dict,zstd" about:"role"`
	Side     string  `parquet:"side,dict,zstd" about:"side the role wins with"`
	Won      *bool   `parquet:"won,optional,zstd" about:"whether its side won; missing where nobody did"`
	DiedDay  *int32  `parquet:"died_day,optional,zstd" about:"day of death; missing for survivors"`
	DiedHow  *string `parquet:"died_how,optional,dict,zstd" about:"executed or attacked"`
	Faults   *int32  `parquet:"faults,optional,zstd" about:"answers with a fault"`
	Spoken   int32   `parquet:"utterances,zstd" about:"utterances at the table that are more than Skip or Over"`
	Receives int32   `parquet:"votes_received,zstd" about:"votes of others in all rounds"`

	// What wolfden moves and analyze --table moves have kept.
	Mistakes  *int32   `parquet:"mistakes,optional,zstd" about:"votes and claims that the player could know to lose; missing where no moves are kept, or the players are not wolfden's"`
	Lost      *float64 `parquet:"chance_lost,optional,zstd" about:"chance lost by own mistakes: of the player's side, by its own eyes, in games played after they were called mistakes; missing where none was found"`
	LostLow   *float64 `parquet:"chance_lost_low,optional,zstd" about:"lower bound of its 95% interval"`
	LostHigh  *float64 `parquet:"chance_lost_high,optional,zstd" about:"upper bound"`
	Words     *float64 `parquet:"gained_by_words,optional,zstd" about:"what the player's words brought its side, by true roles; missing where none was judged"`
	WordsLow  *float64 `parquet:"gained_by_words_low,optional,zstd" about:"lower bound of its 95% interval"`
	WordsHigh *float64 `parquet:"gained_by_words_high,optional,zstd" about:"upper bound"`

	// What the record says of who played.
	Client     *string `parquet:"client,optional,dict,zstd" about:"the program's own name"`
	Entry      *string `parquet:"entry,optional,dict,zstd" about:"entry of the plan"`
	Player     *string `parquet:"player,optional,dict,zstd" about:"the built-in player"`
	Option     *string `parquet:"option,optional,dict,zstd" about:"what stood after the colon of its name"`
	Off        *string `parquet:"off,optional,dict,zstd" about:"modules that were left out, parted by blanks"`
	Parameters *string `parquet:"parameters,optional,dict,zstd" about:"numbers that were set, such as claim=0.7, parted by blanks"`
	Model      *string `parquet:"model,optional,dict,zstd" about:"language model that it may ask"`
	Person     *bool   `parquet:"person,optional,zstd" about:"somebody at a page; missing where the record does not tell who played"`
	Remote     *bool   `parquet:"remote,optional,zstd" about:"a program elsewhere; missing likewise"`
	Models     *string `parquet:"models,optional,dict,zstd" about:"all models that it may ask, by what they are asked for"`
	Prompts    *string `parquet:"prompts,optional,dict,zstd" about:"short hash of the prompts of all its tasks; missing where it asks no model"`
	Settings   *string `parquet:"settings,optional,dict,zstd" about:"short hash of how models are asked; missing likewise"`
	Command    *string `parquet:"command,optional,dict,zstd" about:"what started a program; missing of one elsewhere"`
	Files      *string `parquet:"files,optional,dict,zstd" about:"short hash of the program's files; missing likewise"`
}

// moveRow is a row of the table moves: a move that was judged.
type moveRow struct {
	Game        string   `parquet:"game,dict,zstd" about:"id of the game"`
	Lang        string   `parquet:"lang,dict,zstd" about:"language of the game"`
	Line        *int32   `parquet:"line,optional,zstd" about:"line of the utterance or of the vote"`
	Moment      string   `parquet:"moment,zstd" about:"before the move, as wolfden chances --at takes it"`
	Kind        string   `parquet:"kind,dict,zstd" about:"talk or vote"`
	Seat        int32    `parquet:"seat,zstd" about:"who moves"`
	Target      *int32   `parquet:"target,optional,zstd" about:"for whom a vote is"`
	Village     float64  `parquet:"village,zstd" about:"what the move made of the village's chance, by true roles: beside silence, or a void vote"`
	VillageLow  *float64 `parquet:"village_low,optional,zstd" about:"lower bound of its 95% interval"`
	VillageHigh *float64 `parquet:"village_high,optional,zstd" about:"upper bound"`
	Own         *float64 `parquet:"own,optional,zstd" about:"the same for the mover's side by its own eyes, beside the best other vote or silence; of votes and claims"`
	OwnLow      *float64 `parquet:"own_low,optional,zstd" about:"lower bound of its 95% interval"`
	OwnHigh     *float64 `parquet:"own_high,optional,zstd" about:"upper bound; below 0 the move is a mistake"`
	Better      *int32   `parquet:"better,optional,zstd" about:"for whom the vote should rather have been, by the mover's eyes"`
	Lost        *float64 `parquet:"lost,optional,zstd" about:"what a mistake lost, measured in games played after it was called one; chance_lost adds it up"`
	LostLow     *float64 `parquet:"lost_low,optional,zstd" about:"lower bound of its 95% interval"`
	LostHigh    *float64 `parquet:"lost_high,optional,zstd" about:"upper bound"`
	By          string   `parquet:"played_on_by,dict,zstd" about:"the player that went on in every seat"`
	Games       int32    `parquet:"games_each_way,zstd" about:"games that were played on each way"`
}

// utteranceRow is a row of the table utterances: a turn at the table or in the whisper.
type utteranceRow struct {
	Game        string  `parquet:"game,dict,zstd" about:"id of the game"`
	Lang        string  `parquet:"lang,dict,zstd" about:"language of the game"`
	Line        int32   `parquet:"line,zstd" about:"line of the file; with game the key of the utterance"`
	Channel     string  `parquet:"channel,dict,zstd" about:"talk or whisper"`
	Day         int32   `parquet:"day,zstd" about:"day"`
	Idx         int32   `parquet:"idx,zstd" about:"number of the utterance on its day, from 0"`
	Turn        int32   `parquet:"turn,zstd" about:"turn on its day, from 0"`
	Seat        int32   `parquet:"seat,zstd" about:"speaker"`
	Phase       string  `parquet:"phase,dict,zstd" about:"talk, or skip and over, which say nothing"`
	Text        string  `parquet:"text,zstd" about:"what was said"`
	At          *int64  `parquet:"at_ms,optional,zstd" about:"milliseconds since the begin"`
	Forced      *bool   `parquet:"timeout,optional,zstd" about:"whether it is a skip because no answer came"`
	Cut         *bool   `parquet:"cut,optional,zstd" about:"whether it was cut at a limit"`
	ByModel     *bool   `parquet:"by_model,optional,zstd" about:"whether the words are a language model's; missing where the speaker noted no calls"`
	Claim       *string `parquet:"claim,optional,dict,zstd" about:"role the speaker says to have"`
	Retract     bool    `parquet:"retract,zstd" about:"whether a claim is taken back"`
	Vote        *int32  `parquet:"vote,optional,zstd" about:"seat the speaker says to vote for"`
	RequestVote *int32  `parquet:"request_vote,optional,zstd" about:"seat others are asked to vote for"`
	Attack      *int32  `parquet:"attack,optional,zstd" about:"seat named for the attack, in whispers"`
	AskedAll    bool    `parquet:"asked_all,zstd" about:"whether everybody is asked something"`
	Acts        string  `parquet:"acts,zstd" about:"speech acts as sentences of the AIWolf protocol, parted by semicolons"`
}

// actRow is a row of the table acts: one thing that an utterance says.
type actRow struct {
	Game     string  `parquet:"game,dict,zstd" about:"id of the game"`
	Lang     string  `parquet:"lang,dict,zstd" about:"language of the game"`
	Line     int32   `parquet:"line,zstd" about:"line of the utterance"`
	Act      int32   `parquet:"act,zstd" about:"number in its utterance, from 0"`
	Seat     int32   `parquet:"seat,zstd" about:"speaker"`
	Frame    *string `parquet:"frame,optional,dict,zstd" about:"REQUEST or INQUIRE where verb is asked for, NOT where it is denied"`
	To       *int32  `parquet:"to,optional,zstd" about:"seat of whom it is asked; missing for everybody"`
	Verb     string  `parquet:"verb,dict,zstd" about:"verb of the protocol, such as COMINGOUT, DIVINED, VOTE, ESTIMATE"`
	Subject  int32   `parquet:"subject,zstd" about:"seat that does it: the speaker, or whose result is told; 0 for anybody"`
	Target   *int32  `parquet:"target,optional,zstd" about:"seat it is done to or said of; missing for anybody"`
	Role     *string `parquet:"role,optional,dict,zstd" about:"role that is said"`
	Species  *string `parquet:"species,optional,dict,zstd" about:"HUMAN or WEREWOLF of a result; HUMAN of a defence"`
	Sentence string  `parquet:"sentence,dict,zstd" about:"the act as a sentence of the protocol"`
}

// voteRow is a row of the table votes.
type voteRow struct {
	Game   string `parquet:"game,dict,zstd" about:"id of the game"`
	Lang   string `parquet:"lang,dict,zstd" about:"language of the game"`
	Line   int32  `parquet:"line,zstd" about:"line of the file"`
	Day    int32  `parquet:"day,zstd" about:"day"`
	Kind   string `parquet:"kind,dict,zstd" about:"vote, or attackVote of werewolves"`
	Round  int32  `parquet:"round,zstd" about:"round, from 0; a further one follows a tie"`
	Seat   int32  `parquet:"seat,zstd" about:"voter"`
	Target int32  `parquet:"target,zstd" about:"for whom"`
}

// outcomeRow is a row of the table outcomes: what abilities and votes led to.
type outcomeRow struct {
	Game   string  `parquet:"game,dict,zstd" about:"id of the game"`
	Lang   string  `parquet:"lang,dict,zstd" about:"language of the game"`
	Line   int32   `parquet:"line,zstd" about:"line of the file"`
	Day    int32   `parquet:"day,zstd" about:"day, or the day before the night"`
	Kind   string  `parquet:"kind,dict,zstd" about:"divine, guard, execute, attack, result"`
	Seat   *int32  `parquet:"seat,optional,zstd" about:"who divines or guards"`
	Target *int32  `parquet:"target,optional,zstd" about:"to whom; missing when nobody was attacked, and of a result"`
	Result *string `parquet:"result,optional,dict,zstd" about:"divine: HUMAN or WEREWOLF; guard, execute: role; attack: killed, guarded or nobody; result: winner"`
}

// callRow is a row of the table calls: a question of a player's that a model or a rule answered.
type callRow struct {
	Game     string  `parquet:"game,dict,zstd" about:"id of the game"`
	Lang     string  `parquet:"lang,dict,zstd" about:"language of the game"`
	Call     int32   `parquet:"call,zstd" about:"number among the calls of the game, from 1"`
	Day      int32   `parquet:"day,zstd" about:"day"`
	Seat     int32   `parquet:"seat,zstd" about:"who asked"`
	Task     string  `parquet:"task,dict,zstd" about:"what was asked, as wolfden tasks lists it"`
	Prompt   string  `parquet:"prompt,dict,zstd" about:"version of the prompt, a hash"`
	Model    *string `parquet:"model,optional,dict,zstd" about:"what answered, as its provider calls it"`
	By       string  `parquet:"by,dict,zstd" about:"model or rule: whose answer was used"`
	Cause    *string `parquet:"cause,optional,dict,zstd" about:"why a rule answered, as a kind"`
	Why      *string `parquet:"why,optional,zstd" about:"why a rule answered"`
	Again    *string `parquet:"again,optional,zstd" about:"why the model was asked again"`
	Repaired *string `parquet:"repaired,optional,dict,zstd" about:"slips that the answer had and one reading all the same, with commas between"`
	Answer   *string `parquet:"answer,optional,zstd" about:"what the model wrote last"`
	Cached   bool    `parquet:"from_cache,zstd" about:"whether the answer is from the user's cache; its tokens were paid before"`
	Requests int32   `parquet:"requests,zstd" about:"requests that were sent"`
	In       int64   `parquet:"tokens_in,zstd" about:"tokens of the prompts"`
	CachedIn int64   `parquet:"tokens_in_cached,zstd" about:"those of them that the provider had in its cache"`
	Out      int64   `parquet:"tokens_out,zstd" about:"tokens of the answers, thought included"`
	Thinking int64   `parquet:"tokens_thought,zstd" about:"those of them that were thought"`
	Latency  int64   `parquet:"latency_ms,zstd" about:"milliseconds from question to answer; 0 where none came"`
	USD      float64 `parquet:"cost_usd,zstd" about:"cost as the provider tells it, else by the table of prices"`
	Line     int32   `parquet:"line,zstd" about:"line of the answer for which it was asked, in inputs"`
	Note     int32   `parquet:"note,zstd" about:"number among the notes of that answer, from 0"`
	Thought  *string `parquet:"thought,optional,zstd" about:"what the model thought, where it shows that"`
	Answers  *string `parquet:"answers,optional,dict,zstd" about:"request that the answer is given to, such as talk; missing where it is given to none"`
}

// inputRow is a row of the table inputs: what moved a game on.
type inputRow struct {
	Game    string  `parquet:"game,dict,zstd" about:"id of the game"`
	Lang    string  `parquet:"lang,dict,zstd" about:"language of the game"`
	Line    int32   `parquet:"line,zstd" about:"line of the record"`
	Day     int32   `parquet:"day,zstd" about:"day"`
	Phase   *string `parquet:"phase,optional,dict,zstd" about:"phase of the rules that asks for it"`
	Kind    string  `parquet:"kind,dict,zstd" about:"answer, close of an open floor, or fail of a player that is gone for good"`
	Seat    *int32  `parquet:"seat,optional,zstd" about:"who answers or fails"`
	Request *string `parquet:"request,optional,dict,zstd" about:"what was asked: TALK, WHISPER, VOTE, DIVINE, GUARD, ATTACK"`
	Raw     *string `parquet:"raw,optional,zstd" about:"what came back; missing where the answer is"`
	Target  *int32  `parquet:"target,optional,zstd" about:"seat that the answer names"`
	Missing bool    `parquet:"missing,zstd" about:"whether it has no effect but a forced skip or an empty vote"`
	Fault   *string `parquet:"fault,optional,dict,zstd" about:"late, lost, illegal, unparsable or crashed"`
	At      int64   `parquet:"at_ms,zstd" about:"milliseconds since the begin; of games from a seed it counts answers"`
	Latency *int64  `parquet:"latency_ms,optional,zstd" about:"milliseconds from request to answer, where the record tells"`
	Notes   int32   `parquet:"notes,zstd" about:"notes that the player made with it, calls among them"`
}

// noteRow is a row of the table notes: what a player noted for itself.
type noteRow struct {
	Game  string `parquet:"game,dict,zstd" about:"id of the game"`
	Lang  string `parquet:"lang,dict,zstd" about:"language of the game"`
	Line  int32  `parquet:"line,zstd" about:"line of the answer, in inputs"`
	Note  int32  `parquet:"note,zstd" about:"number among the notes of the answer, from 0"`
	Day   int32  `parquet:"day,zstd" about:"day"`
	Seat  int32  `parquet:"seat,zstd" about:"whose note it is"`
	Topic string `parquet:"topic,dict,zstd" about:"one word, such as belief"`
	Text  string `parquet:"text,zstd" about:"what was noted"`
}

// beliefRow is a row of the table beliefs: a chance that a note gives.
type beliefRow struct {
	Game   string  `parquet:"game,dict,zstd" about:"id of the game"`
	Lang   string  `parquet:"lang,dict,zstd" about:"language of the game"`
	Line   int32   `parquet:"line,zstd" about:"line of the answer, in inputs"`
	Note   int32   `parquet:"note,zstd" about:"number among the notes of the answer, from 0"`
	Day    int32   `parquet:"day,zstd" about:"day"`
	Turn   *int32  `parquet:"turn,optional,zstd" about:"turn of the utterance that it came with, from 0; missing outside of talk"`
	Seat   int32   `parquet:"seat,zstd" about:"who noted it"`
	About  int32   `parquet:"about,zstd" about:"seat of whom"`
	Role   string  `parquet:"role,dict,zstd" about:"to have this role"`
	Chance float64 `parquet:"chance,zstd" about:"from 0 to 1, as noted"`
	Shown  bool    `parquet:"shown,zstd" about:"whether it is what a liar shows to believe, and not what it believes"`
}
