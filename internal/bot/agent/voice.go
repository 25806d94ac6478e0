package agent

import (
	"cmp"
	"context"

	"wolfden/internal/bot/task"
	"wolfden/werewolf"
)

// reword has the model word what the rules say; where a module gives it a strategy, it sees the talk and finds the reasons. Words
// with another meaning it is asked for again, once, with the reason; then the rules' own go out.
func (a *Agent[S]) reword(ctx context.Context, draft string) string {
	if silent(draft) {
		return draft
	}
	m, o := a.mind, a.mind.o
	in := m.tell(a.self()).word()
	in.Draft, in.Keep, in.Guided = draft, true, in.Strategy != ""
	m.desk.Work(m.asker(task.Word.Name(), o.Request.Kind))
	keeps := a.discreet(draft)
	out, by := task.Confirm(ctx, m.desk, task.Word, in, func(out *task.Wording) error {
		return cmp.Or(sameMeaning(o, draft, out.Utterance), keeps(out.Utterance))
	})
	m.byModel = by == task.ByModel
	return out.Utterance
}

// silent reports whether an answer to a request for talk says nothing.
func silent(text string) bool {
	return text == "" || text == werewolf.SkipText || text == werewolf.OverText
}
