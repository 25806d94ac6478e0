package analysis

import (
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// What answers which question: rows are what is said, columns what was asked for.
func TestAnswersFitQuestions(t *testing.T) {
	topics := []speech.Topic{speech.SuspectWhom, speech.WhyTopic, speech.VoteWhom, speech.WhichResult, speech.WhichRole, speech.AnyTopic}
	result := []speech.Result{{Verb: speech.Divined, Target: 3, Species: werewolf.Human}}
	for _, row := range []struct {
		says string
		r    speech.Reading
		want string // by topic, x where it is an answer
	}{
		{"nothing", speech.Reading{}, "......"},
		{"a suspicion", speech.Reading{Accuse: werewolf.SetOf(2)}, "xx...x"},
		{"trust", speech.Reading{Support: werewolf.SetOf(2)}, "xx...x"},
		{"a vote", speech.Reading{Vote: 2}, "xxx..x"},
		{"a request to vote", speech.Reading{RequestVote: 2}, "xxx..x"},
		{"a result", speech.Reading{Results: result}, "xx.xxx"},
		{"a claim", speech.Reading{Claim: werewolf.Seer}, "...xxx"},
		{"that a claim is taken back", speech.Reading{Retract: true}, "...xxx"},
	} {
		for i, topic := range topics {
			if want := row.want[i] == 'x'; fits(&row.r, topic) != want {
				t.Errorf("%s answers topic %d: %v, want %v", row.says, topic, !want, want)
			}
		}
	}
}
