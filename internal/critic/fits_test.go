package critic

import (
	"testing"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// What answers which question: rows are what is said, columns what was asked for.
func TestAnswersFitQuestions(t *testing.T) {
	topics := []speech.Topic{speech.SuspectWhom, speech.WhyTopic, speech.VoteWhom, speech.WhichResult, speech.WhichRole, speech.AnyTopic}
	for _, row := range []struct {
		says string
		r    speech.Rows
		want string // by topic, x where it is an answer
	}{
		{"nothing", nil, "......"},
		{"a suspicion", speech.Suspect(2), "xx...x"},
		{"trust", speech.Trust(2), "xx...x"},
		{"a vote", speech.Do(speech.Vote, 2), "xxx..x"},
		{"a request to vote", speech.RequestVote(2), "xxx..x"},
		{"a result", speech.Found(werewolf.Divines, 3, werewolf.Human), "xx.xxx"},
		{"a claim", speech.Claim(1, werewolf.Seer), "...xxx"},
		{"that a claim is taken back", speech.Retract(1), "...xxx"},
	} {
		for i, topic := range topics {
			if want := row.want[i] == 'x'; Fits(1, row.r, topic) != want {
				t.Errorf("%s answers topic %d: %v, want %v", row.says, topic, !want, want)
			}
		}
	}
}
