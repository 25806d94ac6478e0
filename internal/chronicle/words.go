package chronicle

import (
	"slices"
	"strings"

	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

// taskAddress is the task that words what is for everybody and what is for one player.
const taskAddress = "word-mention"

// ModelsWords reports whether the answer to a request for talk is in a model's words, by the calls that were noted with it: a model
// answered the last one that was made for it. Words that had to be repaired or cut are the model's; those that rules said where it failed, or
// that came back from it as they were, are not.
func ModelsWords(calls []*Call, kind werewolf.RequestKind) bool {
	for _, c := range slices.Backward(calls) {
		if c != nil && c.words(kind) {
			return c.By == ByModel && !c.AsDrafted
		}
	}
	return false
}

// words reports whether the call was made for the answer to a request for talk. In records from before calls noted that, the task tells.
func (c *Call) words(kind werewolf.RequestKind) bool {
	name := strings.ToLower(kind.String())
	if c.Answers != "" || !kind.Speaks() {
		return kind.Speaks() && c.Answers == name
	}
	return slices.Contains([]string{taskWord, taskAddress, "baseline-" + name}, c.Task)
}

// Line counts an utterance with words of who asked.
func (s *Calls) Line(byModel bool) {
	if s.Lines++; byModel {
		s.LinesByModel++
	}
}

// worded are the answers of a game in a model's words, by seat and request, until they are said.
type worded map[asked]bool

// says takes the words of the seat that an utterance has, and reports whether they are a model's.
func (w worded) says(seat werewolf.SeatID, channel contestlog.LineKind) bool {
	from := asked{seat, werewolf.Talk}
	if channel == contestlog.WhisperLine {
		from.what = werewolf.Whisper
	}
	byModel := w[from]
	delete(w, from)
	return byModel
}
