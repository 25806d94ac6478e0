package agent

import (
	"slices"

	"wolfden/internal/bot/task"
	"wolfden/internal/speech/giveaway"
	"wolfden/internal/speech/understand"
	"wolfden/werewolf"
)

// KeepsSecrets checks that a model's words to the village tell nothing that a player of the werewolves' side keeps from it, whoever
// ordered them. What the player shows of itself is no secret, nor is what the rules would tell; they may play in the open.
func KeepsSecrets(o *werewolf.Observation, shown werewolf.Role, rules, text string) error {
	if o.Request.Kind != werewolf.Talk || silent(text) {
		return nil
	}
	open := secretsIn(o, rules)
	if o.Rules.Table.Team(shown) == werewolf.WerewolfTeam {
		open = append(open, giveaway.OwnRole)
	}
	for _, secret := range secretsIn(o, text) {
		if !slices.Contains(open, secret) {
			return task.TellsSecret(secret)
		}
	}
	return nil
}

// secretsIn is what a text of the player's tells everybody.
func secretsIn(o *werewolf.Observation, text string) []giveaway.Secret {
	s := giveaway.Speaker{Seat: o.Seat, Role: o.Role(), Roles: o.Rules.Table, Names: o.Names}
	if s.Roles.Team(s.Role) != werewolf.WerewolfTeam || silent(text) {
		return nil
	}
	if o.Spec().IsWolf() {
		s.Fellows = o.Allies()
	}
	return s.In(text, understand.Alone(o, text))
}

// discreet is the check of an utterance by a model, where the rules would say a text.
func (a *Agent[S]) discreet(rules string) func(text string) error {
	shown := werewolf.NoRole
	if self := a.self(); self != nil {
		shown = self.Pretence().Role
	}
	return func(text string) error { return KeepsSecrets(a.mind.o, shown, rules, text) }
}
