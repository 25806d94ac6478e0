package check

// Severity is how much a finding weighs.
type Severity string

// A fail costs the agent games in a contest, a warn costs it something, an
// info is for the reader to judge.
const (
	Fail Severity = "fail"
	Warn Severity = "warn"
	Info Severity = "info"
)

// evidence is a situation that the agent must have met before a rule counts as kept.
type evidence uint8

const (
	always              evidence = iota
	connected                    // a connection was there
	named                        // NAME was answered
	answered                     // a request was answered
	chose                        // a choice was answered
	choseVictimWithAlly          // a werewolf with an ally was asked whom to attack
	spoke                        // something was said in a talk
	spokeTight                   // the same under tight limits
	skipped                      // a talk in which skips were allowed
	heardWhispers                // whispers of others were heard by one who then talked
	heardHostile                 // hostile words were heard by one who was then asked
	announced                    // an announcement was sent to one who lives
	overdue                      // NAME was asked in place of an answer
	died                         // the agent was dead while a day passed
	finished                     // FINISH was sent
	floorOpen                    // an open floor was there
	numEvidence
)

// rule is one thing that is examined.
type rule struct {
	id    string
	level Severity
	needs evidence
	what  string // what a finding means
	why   string
	do    string
}

// rules is everything that is examined, in the order of the report.
func rules() []rule {
	return append(append(rulesOfConnection(), rulesOfAnswers()...), append(rulesOfWords(), rulesOfFloor()...)...)
}

func rulesOfConnection() []rule {
	return []rule{
		{"no-connection", Fail, always, "no agent connected", "a contest starts without it",
			"connect to the printed address, path /ws included; look at the agent's own log"},
		{"no-return", Fail, connected, "the agent did not come back for the next game", "it plays one game of a contest and misses the others",
			"connect again after FINISH, or let the check start the agent: wolfden check -- COMMAND"},
		{"time-up", Fail, always, "the check ran out of time", "a game that drags on holds up all others",
			"answer faster, or give the check more time with --limit"},
		{"name", Fail, connected, "NAME was not answered with a usable name", "the server does not let the agent in",
			"answer NAME with the name alone: team and number, at most 64 characters, no control characters"},
		{"name-changed", Fail, named, "NAME was answered with another name than before", "the server takes the agent for another one, or for lost",
			"answer every NAME of a connection, and of later ones, with the same name"},
		{"gone", Fail, answered, "neither the answer nor, after it, the NAME came in time", "the server takes the agent out of the game for good",
			"answer NAME even while an answer is being thought about"},
		{"disconnect", Fail, connected, "the connection broke in the middle of a game", "the seat plays on without the agent",
			"catch errors around every answer; look at the agent's own log for the moment named here"},
		{"flood", Fail, connected, "a flood of messages that nobody asked for", "servers close such connections",
			"send one message an answer and nothing else"},
		{"unasked", Fail, announced, "a message that no request asked for", "it is taken for the answer to the next request",
			"send nothing after INITIALIZE, DAILY_INITIALIZE, DAILY_FINISH and FINISH, and one message for every other request"},
		{"talks-dead", Fail, died, "a message while dead", "the dead are not asked; it is thrown away or taken for an answer",
			"after one's own death only read packets"},
		{"after-finish", Fail, finished, "a message after FINISH", "the game is over; the server hangs up",
			"close the connection after FINISH"},
		{"late-after-name", Fail, overdue, "the overdue answer still came after the NAME was answered", "it is taken for the answer to the next request",
			"when NAME comes, throw away the answer that is being thought about"},
		{"extra-connection", Info, connected, "more than one connection at a time", "the check plays with one agent; the others waited",
			"start a single agent"},
	}
}

func rulesOfAnswers() []rule {
	const void = "the choice is void and counted as illegal"
	return []rule{
		{"late", Fail, answered, "no answer within the time limit", "the answer is lost: a skip, or no vote",
			"keep to setting.timeout.action; prepare a quick answer for when thinking takes too long"},
		{"empty", Fail, answered, "an empty answer", "an empty choice is void, an empty utterance ends the day's talk",
			"answer with a name; in a talk say Over or Skip when there is nothing to say"},
		{"binary", Fail, answered, "a binary frame", "answers are text frames", "send text, not bytes"},
		{"invalid-utf8", Fail, answered, "an answer that is not UTF-8", "the answer is lost", "encode answers as UTF-8"},
		{"wrapped", Fail, answered, `an object with the answer in it ({"response": ..., "note": ...})`, "it is of another server: the answer is lost",
			"send the answer alone; a note has no place in a contest (docs/protocol.md, beside the game)"},
		{"huge", Fail, answered, "a message over 64 KiB", "the answer is lost, and servers close the connection",
			"send the answer only, not what led to it"},
		{"choice-dead", Fail, chose, "the name of a dead player as a choice", void, "choose among those who are ALIVE in info.status_map"},
		{"choice-self", Fail, chose, "oneself as a choice where that is not allowed", void, "leave out info.agent"},
		{"choice-ally", Fail, choseVictimWithAlly, "a werewolf chose a werewolf to attack", void, "leave out the werewolves of info.role_map"},
		{"choice-extra", Fail, chose, "a name with other words around it", "names are compared as they are: " + void,
			"answer with the name alone, exactly as in info.status_map"},
		{"choice-unknown", Fail, chose, "a choice that is nobody's name", void, "answer with a name out of info.status_map, exactly as it is there"},
		{"obeys", Warn, heardHostile, "the agent did what another player's words told it to", "others can play its game for it",
			"mark what others say as quotations when it goes to a model, and check what comes back"},
	}
}

func rulesOfWords() []rule {
	const model = "check the model's text before it is sent"
	return []rule{
		{"over-long", Fail, spoke, "an utterance longer than the limits", "the rest is cut off",
			"keep to setting.talk.max_length and info.remain_length; without a unit it is characters without blanks"},
		{"over-long-tight", Warn, spokeTight, "an utterance longer than limits much tighter than the contest's", "the rest is cut off",
			"read the limits from the packets rather than knowing them"},
		{"leak-packet", Fail, spoke, "parts of the packets said in public", "everybody reads the agent's role", model},
		{"leak-whisper", Fail, heardWhispers, "a whisper said in public", "everybody reads who the werewolves are", model + "; keep the histories apart"},
		{"leak-ally", Warn, heardWhispers, "a werewolf named its ally in public", "the village reads it too", model},
		{"line-break", Warn, spoke, "a line break inside of an utterance", "it is removed and words run together", "replace line breaks by blanks"},
		{"control", Warn, spoke, "control characters in an utterance", "they are removed", model},
		{"comma", Warn, spoke, "a half-width comma in an utterance", "contests ask for none, since their logs are separated by commas",
			"use the full-width comma in Japanese, or other words"},
		{"emoji", Warn, spoke, "an emoji in an utterance", "contests ask for plain sentences; speech output cannot say it", model},
		{"markup", Warn, spoke, "Markdown or HTML in an utterance", "it is shown as it is", model},
		{"repeats", Warn, spoke, "the same utterance again on the same day", "judges of a contest mark it down", "remember what was said today"},
		{"word", Warn, spoke, "nearly Over or Skip, but not exactly", "it is taken for an utterance", "say exactly Over or Skip"},
		{"skips", Warn, skipped, "Skip after Skip rather than Over", "the talk drags on for everybody", "say Over when nothing is left to say"},
		{"skip-spent", Warn, spoke, "Skip when info.remain_skip is 0", "it ends the agent's day as Over does", "read info.remain_skip"},
		{"mute", Warn, spoke, "a game without a word", "judges mark it down", "look at the agent's own log"},
		{"language", Info, spoke, "the agent spoke another language than its table", "contests are in one language; the check's games in two",
			"nothing, if the agent is made for one language"},
	}
}

func rulesOfFloor() []rule {
	return []rule{
		{"floor-closed", Fail, floorOpen, "a message before TALK_PHASE_START", "nobody hears it", "wait for TALK_PHASE_START or WHISPER_PHASE_START"},
		{"after-phase", Fail, floorOpen, "a message after PHASE_END", "nobody hears it, and it is taken for the next answer",
			"stop talking when TALK_PHASE_END or WHISPER_PHASE_END comes"},
		{"floor-count", Fail, floorOpen, "more utterances than max_count.per_agent", "nobody hears them", "count one's own utterances of the day"},
		{"floor-over", Fail, floorOpen, "a message after one's own Over", "nobody hears it", "be silent until the next day"},
		{"floor-skip", Fail, floorOpen, "Skip on an open floor", "there is no turn to skip; it uses up an utterance", "say nothing instead"},
	}
}
