package kanolabnw

import (
	"strings"

	"wolfden/internal/bot/scene"
	"wolfden/internal/bot/task"
)

// Tasks are what is asked of a model here alone. The slice is the caller's.
func Tasks() []task.Spec { return []task.Spec{divinationTask} }

// FakeDivinationIn asks a player who poses as the seer, and knows nobody, for the real seer and a werewolf.
type FakeDivinationIn struct {
	Scene      scene.Scene    `json:"scene"`
	Summary    string         `json:"summary,omitempty"`
	Logic      string         `json:"logic,omitempty"`
	Candidates []string       `json:"candidates"`         // who may be named
	Suggested  FakeDivination `json:"suggested,omitzero"` // what the rules have found
}

// FakeDivination are the two players with the reasons, which come first; a player that was not found is "".
type FakeDivination struct {
	SeerReason     string `json:"seer_reason" jsonschema:"why you take that player for the real seer; empty for nobody"`
	WerewolfReason string `json:"werewolf_reason" jsonschema:"why you take that player for a werewolf; empty for nobody"`
	SeerPlayer     string `json:"seer_player" jsonschema:"only the name of the player you take for the real seer; empty for nobody"`
	WerewolfPlayer string `json:"werewolf_player" jsonschema:"only the name of the player you take for a werewolf; empty for nobody"`
}

var divinationTask = task.New(files, task.Definition[FakeDivinationIn, FakeDivination]{
	About: task.About{
		Name: "fake-divination", Summary: "name a likely seer and a likely werewolf, reasons first, to invent a result by", Tokens: 300, Heat: 0.5,
		Source: "kanolab-nw 2025: fake divination of the possessed (appendix A.6.2)",
	},
	Shorten: func(in *FakeDivinationIn, tokens int) bool {
		return task.Without(&in.Scene, tokens, &in.Summary)
	},
	Rule: func(in *FakeDivinationIn) FakeDivination { return in.Suggested },
	Lists: func(in *FakeDivinationIn) map[string][]string {
		names := task.OrNobody(in.Candidates)
		return map[string][]string{"seer_player": names, "werewolf_player": names}
	},
	Check: func(in *FakeDivinationIn, out *FakeDivination) error {
		for _, found := range []struct{ player, reason *string }{{&out.SeerPlayer, &out.SeerReason}, {&out.WerewolfPlayer, &out.WerewolfReason}} {
			*found.player, *found.reason = strings.TrimSpace(*found.player), strings.TrimSpace(*found.reason)
			if *found.player == "" {
				*found.reason = ""
				continue
			}
			if err := task.OneOf(*found.player, in.Candidates); err != nil {
				return err
			}
			if *found.reason == "" {
				return task.Breaks(task.BreachEmpty, "no-reason", "name", *found.player)
			}
		}
		if out.SeerPlayer != "" && out.SeerPlayer == out.WerewolfPlayer {
			return task.Breaks(task.BreachChoice, "both-camps", "name", out.SeerPlayer)
		}
		return nil
	},
})
