// Package scene puts what a player sees into plain values for a prompt, a rule or a file.
//
// The law of the package: a scene is made from one observation and nothing else, so no prompt made from it can contain
// what its player may not know. It keeps facts in the order in which they happened, leaves words as they were said, and
// judges nothing.
package scene

import (
	"slices"
	"strings"

	"wolfden/werewolf"
)

// Scene is the game as one player sees it at a request. Players have the game's names; roles, actions and species have
// those of the protocol. The zero Scene is a game without players.
type Scene struct {
	Me      string   `json:"me"`
	Role    string   `json:"role"`
	Team    string   `json:"team"`              // VILLAGER or WEREWOLF: the side that the player wins with
	Allies  []string `json:"allies,omitempty"`  // the werewolves it knows, living or dead
	Fellows []string `json:"fellows,omitempty"` // the humans whom it was told to be of its side, living or dead
	Profile string   `json:"profile,omitempty"` // its character, in the organisers' words
	// Character is the same worked out, with its manner of speech; prompts show it in place of Profile.
	Character string `json:"character,omitempty"`
	Advice    string `json:"advice,omitempty"` // how to play, by its makers; the same in the whole game
	// Rulebook is the roles of the game in full, a sentence or two each; prompts show it in place of the few that all players get. It
	// is the same for every seat: what is the own role's stands in Part.
	Rulebook []string `json:"rulebook,omitempty"`
	Part     []string `json:"part,omitempty"`

	Day    int    `json:"day"`
	Night  bool   `json:"night,omitempty"` // not yet at the vote, which ends the day
	Action string `json:"action"`          // what is asked, such as TALK
	Turn   int    `json:"turn,omitempty"`  // turn of the talk, from 0; round of a vote
	// Candidates are the players who may be chosen; empty for an utterance.
	Candidates []string `json:"candidates,omitempty"`
	// MaxLength is how many characters, or words, an utterance may have; 0 is no limit, unless Full says that the day's
	// budget is used up and every word would be cut.
	MaxLength int  `json:"max_length,omitempty"`
	Full      bool `json:"full,omitempty"`
	InWords   bool `json:"in_words,omitempty"`
	// Limits are those of the game on the utterance; nil where none are known.
	Limits *Limits `json:"limits,omitempty"`
	// Left is how many utterances the player has left today after this one; -1 is no limit.
	Left int `json:"left,omitempty"`
	// Skips is how often the player may still skip today; -1 is no limit.
	Skips int `json:"skips,omitempty"`

	// Commas tells whether English may have its commas in what the player says; Japanese has others.
	Commas bool `json:"commas,omitempty"`

	Setup    []Count     `json:"setup"` // roles of the game, in the protocol's order
	Players  []Person    `json:"players"`
	Deaths   []Death     `json:"deaths,omitempty"`
	Votes    []Vote      `json:"votes,omitempty"`
	Results  []Result    `json:"results,omitempty"` // told to this player only
	Choices  []OwnChoice `json:"choices,omitempty"` // its own valid choices
	Talks    []Line      `json:"talks,omitempty"`
	Whispers []Line      `json:"whispers,omitempty"`
	// Said is what the player itself has said today to those it is asked to speak to now.
	Said []string `json:"said,omitempty"`
}

// Limits are what the game leaves of an utterance without a cut.
type Limits struct {
	werewolf.LengthRules
	Budget int `json:"budget"` // what the player has left today of the daily budget; -1 is no limit
}

// Uncut reports whether the game leaves a text of the player's as it is. others may be mentioned.
func (l *Limits) Uncut(text string, others []string) bool {
	kept, _ := l.Fit(text, others, l.Budget)
	return kept == text
}

// Count is how many players have a role.
type Count struct {
	Role string `json:"role"`
	N    int    `json:"n"`
}

// Person is a player. Role is empty where it is unknown.
type Person struct {
	Name  string `json:"name"`
	Alive bool   `json:"alive"`
	Role  string `json:"role,omitempty"`
}

// Death is how somebody left the game: EXECUTED on a day or ATTACKED in its night.
type Death struct {
	Day   int    `json:"day"`
	Name  string `json:"name"`
	Cause string `json:"cause"`
}

// Vote is one vote of a day that was made known.
type Vote struct {
	Day    int    `json:"day"`
	Voter  string `json:"voter"`
	Target string `json:"target"`
}

// Result is what the player learned by its ability: DIVINED or IDENTIFIED, that Target is HUMAN or WEREWOLF.
type Result struct {
	Day     int    `json:"day"`
	Verb    string `json:"verb"`
	Target  string `json:"target"`
	Species string `json:"species"`
}

// OwnChoice is one of the player's own choices.
type OwnChoice struct {
	Day    int    `json:"day"`
	Action string `json:"action"`
	Target string `json:"target"`
}

// Line is something said. Scenes leave out a mere Skip or Over.
type Line struct {
	Day     int    `json:"day"`
	Idx     int    `json:"idx"`
	Speaker string `json:"speaker"`
	Text    string `json:"text"`
}

// Builder makes scenes from the observations of one player in one game, in order. The zero Builder is ready. It is not
// safe for concurrent use. The slices of its scenes must not be changed, and the builder does not change them.
type Builder struct {
	talks, whispers lineLog
}

// lineLog is the lines made so far, of the first utterances.
type lineLog struct {
	lines []Line
	read  int
}

func (l *lineLog) readNew(o *werewolf.Observation, said []werewolf.Utterance) []Line {
	for ; l.read < len(said); l.read++ {
		if u := &said[l.read]; !u.Skip && !u.Over {
			l.lines = append(l.lines, Line{Day: u.Day, Idx: u.Idx, Speaker: o.Name(u.Seat), Text: u.Text})
		}
	}
	return slices.Clip(l.lines)
}

// Next returns the scene of an observation that follows those seen before.
func (b *Builder) Next(o *werewolf.Observation) Scene {
	s := Scene{
		Me: o.Name(o.Seat), Profile: o.Profile, Day: o.Day, Night: o.Night && o.Request.Kind != werewolf.Vote,
		Action: o.Request.Kind.String(), Turn: o.Request.Turn, Candidates: o.NamesOf(o.Request.Targets),
		Setup: setup(o), Players: people(o),
		Talks: b.talks.readNew(o, o.Talks), Whispers: b.whispers.readNew(o, o.Whispers),
	}
	if role := o.Role(); role != werewolf.NoRole {
		s.Role, s.Team = o.Rules.Table.Name(role), o.Team().String()
		pack := o.Allies().Where(func(id werewolf.SeatID) bool { return o.Rules.Table.Spec(o.Roles[id]).IsWolf() })
		s.Allies, s.Fellows = o.NamesOf(pack), o.NamesOf(o.Allies()&^pack)
	}
	if o.Request.Kind.Speaks() {
		s.Left, s.Skips = o.Request.Left.Count, o.Request.Left.Skip
		s.MaxLength, s.InWords = room(o)
		s.Limits = &Limits{*lengths(o), o.Request.Left.Length}
		s.Full, s.MaxLength = s.MaxLength == 0, max(0, s.MaxLength)
		s.Said = s.said()
	}
	s.recall(o)
	return s
}

// recall adds what has happened.
func (s *Scene) recall(o *werewolf.Observation) {
	for _, d := range o.Deaths {
		cause := "EXECUTED"
		if d.Cause == werewolf.ByAttack {
			cause = "ATTACKED"
		}
		s.Deaths = append(s.Deaths, Death{d.Day, o.Name(d.Seat), cause})
	}
	for _, v := range o.Votes {
		s.Votes = append(s.Votes, Vote{v.Day, o.Name(v.Seat), o.Name(v.Target)})
	}
	for _, f := range o.Divined {
		s.Results = append(s.Results, Result{f.Day, "DIVINED", o.Name(f.Target), f.Species.String()})
	}
	for _, f := range o.Medium {
		s.Results = append(s.Results, Result{f.Day, "IDENTIFIED", o.Name(f.Target), f.Species.String()})
	}
	for _, c := range o.Chosen {
		s.Choices = append(s.Choices, OwnChoice{c.Day, c.Kind.String(), o.Name(c.Target)})
	}
}

// said is what the player has said today where it is asked to speak.
func (s *Scene) said() (list []string) {
	lines := s.Talks
	if s.Action == werewolf.Whisper.String() {
		lines = s.Whispers
	}
	for i := len(lines) - 1; i >= 0 && lines[i].Day == s.Day; i-- {
		if lines[i].Speaker == s.Me {
			list = append(list, strings.TrimSpace(lines[i].Text))
		}
	}
	return list
}

func setup(o *werewolf.Observation) (list []Count) {
	for role, n := range o.Rules.Roles {
		if n > 0 {
			list = append(list, Count{o.Rules.Table.Name(werewolf.Role(role)), n})
		}
	}
	return list
}

func people(o *werewolf.Observation) []Person {
	list := make([]Person, len(o.Names))
	for i, name := range o.Names {
		id := werewolf.SeatID(i + 1)
		list[i] = Person{Name: name, Alive: o.Living.Has(id)}
		if role := o.RoleOf(id); role != werewolf.NoRole {
			list[i].Role = o.Rules.Table.Name(role)
		}
	}
	return list
}

// Living returns the names of the living except the player's own.
func (s *Scene) Living() (list []string) {
	for _, p := range s.Players {
		if p.Alive && p.Name != s.Me {
			list = append(list, p.Name)
		}
	}
	return list
}

// Today returns the lines of the talk since the day began.
func (s *Scene) Today() []Line {
	i := len(s.Talks)
	for i > 0 && s.Talks[i-1].Day == s.Day {
		i--
	}
	return s.Talks[i:]
}

// lengths are the rules for what the player is asked to say.
func lengths(o *werewolf.Observation) *werewolf.LengthRules {
	if o.Request.Kind == werewolf.Whisper {
		return &o.Rules.Whisper.MaxLength
	}
	return &o.Rules.Talk.MaxLength
}

// room is how long an utterance may be without being cut: what is free, with a fair share of the day's
// budget; werewolf.NoLimit where nothing is. A mention may leave more.
func room(o *werewolf.Observation) (most int, words bool) {
	rules := lengths(o)
	most = rules.PerTalk
	if rules.BaseLength != werewolf.NoLimit || rules.PerAgent != werewolf.NoLimit {
		free := max(0, rules.BaseLength) + max(0, o.Request.Left.Length)/max(1, o.Request.Left.Count+1)
		if most == werewolf.NoLimit || free < most {
			most = free
		}
	}
	return most, rules.CountInWord
}
