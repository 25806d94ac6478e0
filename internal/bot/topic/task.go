package topic

import (
	"slices"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
)

// Tasks are what is asked of a model here alone. The slice is the caller's.
func Tasks() []task.Spec { return []task.Spec{topicTask} }

// PickTopicIn asks what to talk about next.
type PickTopicIn struct {
	Scene     scene.Scene `json:"scene"`
	Topics    []string    `json:"topics"`              // our own texts, never the words of others
	Used      []string    `json:"used,omitempty"`      // topics the player has talked about; chosen only when no others are left
	Suggested string      `json:"suggested,omitempty"` // the topic that the rules would choose
}

// Topic is something to talk about.
type Topic struct {
	Topic string `json:"topic" jsonschema:"one of the topics, as written in the list"`
	Why   string `json:"why" jsonschema:"what makes it worth talking about now, one short sentence"`
}

var topicTask = task.New(files, task.Definition[PickTopicIn, Topic]{
	About: task.About{
		Name: "pick-topic", Summary: "choose what to talk about, so that the talk does not stand still", Tokens: 150, Heat: 0.7,
		Source: "CanisLupus 2025: topics",
	},
	Shorten: func(in *PickTopicIn, tokens int) bool { return task.Without(&in.Scene, tokens) },
	Rule: func(in *PickTopicIn) (out Topic) {
		fresh := in.Fresh()
		switch {
		case slices.Contains(fresh, in.Suggested):
			out.Topic = in.Suggested
		case len(fresh) > 0:
			out.Topic = fresh[0]
		}
		return out
	},
	Lists: func(in *PickTopicIn) map[string][]string { return map[string][]string{"topic": in.Fresh()} },
	Check: func(in *PickTopicIn, out *Topic) error {
		if !slices.Contains(in.Fresh(), out.Topic) {
			return task.Breaks(task.BreachChoice, "no-topic", "value", task.Said(out.Topic), "allowed", task.Listed(in.Fresh()))
		}
		return nil
	},
})

// Fresh returns the topics that were not used, or all if all were.
func (in *PickTopicIn) Fresh() []string {
	fresh := slices.DeleteFunc(slices.Clone(in.Topics), func(t string) bool { return slices.Contains(in.Used, t) })
	if len(fresh) == 0 {
		return in.Topics
	}
	return fresh
}
