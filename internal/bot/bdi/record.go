// Package bdi decides what a player wants to achieve with an utterance.
//
// The law of the package: it computes beliefs about others from what they said, by the formulas of Harada and Kano
// ("Intent-driven AIWolf Agents with Hierarchical BDI Model and Personality", AIWolfDial 2025, sections 3.4 and 3.5)
// with the weights of one personality. The macro layer is fixed before the game; the micro layer is renewed each turn.
// Where the paper gives no number, a constant here says so.
package bdi

import (
	"embed"
	"slices"
	"strings"
	"unicode/utf8"

	"wolfden/internal/bot/personality"
	"wolfden/internal/bot/phrase"
	"wolfden/internal/bot/task"
	"wolfden/internal/speech"
	"wolfden/internal/speech/roletext"
	"wolfden/werewolf"
)

//go:embed words bank plans prompts testdata/credibility.json testdata/macro-desire.json testdata/micro-desire.json testdata/micro-intention.json testdata/policies.json variables.txt
var files embed.FS

var (
	books = phrase.Shelf(files, "words")
	plans = phrase.Shelf(files, "plans")
)

// Type is the type of an utterance: the first that applies of co, negative, positive, question. The zero Type is null.
type Type uint8

// The types of utterances.
const (
	Null Type = iota
	Question
	Positive
	Negative
	CO
)

var typeNames = [...]string{task.Null, task.Question, task.Positive, task.Negative, task.CO}

// String returns the type's name in the paper.
func (t Type) String() string { return typeNames[t] }

func typeNamed(name string) Type {
	for i, n := range typeNames {
		if n == name {
			return Type(i)
		}
	}
	return Null
}

// typeOf is what a single row, in its frame, makes of an utterance.
func typeOf(frame, a speech.Act) Type {
	switch {
	case frame.Verb == speech.Inquire:
		return Question
	case frame.Verb == speech.Request && a.Verb == speech.Vote:
		return Negative
	case frame.Verb != speech.NoVerb || a.Subject != 0:
		return Null
	case a.Verb == speech.ComingOut, a.Verb == speech.Guarded, a.Tells() && a.Species != werewolf.NoSpecies:
		return CO
	case a.Suspects(), a.Verb == speech.Vote:
		return Negative
	case a.Trusts():
		return Positive
	}
	return Null
}

// roleWords are what roles of the game are called, in the language and in packets. An utterance without any of them is no co,
// whatever it reports (appendix A.3).
func roleWords(o *werewolf.Observation) (list []string) {
	for _, lang := range []string{"en", "ja"} {
		words := roletext.In(lang)
		for role, n := range o.Rules.Roles {
			if n > 0 {
				list = append(list, words.Name(o.Rules.Table, werewolf.Role(role)))
			}
		}
	}
	for role, n := range o.Rules.Roles {
		if n > 0 {
			list = append(list, o.Rules.Table.Name(werewolf.Role(role)))
		}
	}
	return list
}

// namesRole reports whether a text holds a word for a role.
func namesRole(o *werewolf.Observation, text string) bool {
	low := strings.ToLower(text)
	return slices.ContainsFunc(roleWords(o), func(word string) bool { return strings.Contains(low, strings.ToLower(word)) })
}

// inWords is the type of a row in an utterance that names a role or does not: a result without one accuses, or is nothing.
func inWords(t Type, a speech.Act, named bool) Type {
	switch {
	case t != CO || named:
		return t
	case a.Species == werewolf.Wolf:
		return Negative
	}
	return Null
}

// classify returns the type of an utterance and its addressee: the player it asks or mentions, or the one it speaks
// against, who has to answer. To is 0 for everybody.
func classify(o *werewolf.Observation, u *werewolf.Utterance, acts speech.Rows) (t Type, to werewolf.SeatID) {
	against := werewolf.SeatSet(0)
	named := namesRole(o, u.Text)
	for frame, a := range acts.Said() {
		kind := inWords(typeOf(frame, a), a, named)
		t = max(t, kind)
		switch {
		case frame.Verb == speech.Inquire && frame.Target != 0 && to == 0:
			to = frame.Target
		case kind == Negative && a.Target != 0:
			against = against.With(a.Target)
		}
	}
	for i, name := range o.Names {
		if to == 0 && name != "" && strings.Contains(u.Text, "@"+name) {
			to = werewolf.SeatID(i + 1)
		}
	}
	if to == 0 && against.Len() == 1 {
		to = against.First()
	}
	return t, to
}

// Metrics are the four scores of an utterance, each from 0 to 1, in the order of the statement bias: logical
// consistency, specificity and detail, intuitive depth, clarity and conciseness.
type Metrics [4]float64

// Raw returns the credibility of the utterance alone. The paper does not say how to join the four scores; this is their
// mean.
func (m *Metrics) Raw() float64 {
	return personality.Weighted([]float64{1, 1, 1, 1}, m[:])
}

// A text of at most shortText characters is concise, a text of longText characters is not.
const (
	shortText = 80
	longText  = 320
)

// score computes an utterance's metrics by rules, where no model gives them: a reason makes it consistent, names and
// results make it specific, conditions and reasoned opinions make it deep, and brevity makes it clear.
func score(lang, text string, by werewolf.SeatID, acts speech.Rows) Metrics {
	low := " " + strings.ToLower(text)
	reasoned, conditional := says(lang, "reason", low), says(lang, "condition", low)
	var about werewolf.SeatSet
	opinion, told := 0.0, 0.0
	for frame, a := range acts.Said() {
		target := a.Target
		switch {
		case frame.Verb == speech.Inquire:
			target = frame.Target
		case a.Verb == speech.ComingOut, a.Tells() && a.Species == werewolf.NoSpecies:
			target = 0 // the speaker itself; nothing told
		}
		if target != 0 && target != by { // of itself everybody speaks
			about = about.With(target)
		}
		switch typeOf(frame, a) {
		case CO:
			told = 1
		case Negative, Positive:
			opinion = 1
		default: // asks, or says nothing
		}
	}
	letters := utf8.RuneCountInString(text) - strings.Count(text, ",") // what one makes of a text hangs on no comma
	long := float64(letters-shortText) / (longText - shortText)
	return Metrics{
		0.5 + 0.3*reasoned + 0.1*opinion,
		min(1, 0.2+0.2*float64(about.Len())+0.3*told+0.1*reasoned),
		0.3 + 0.3*conditional + 0.3*opinion*reasoned,
		1 - 0.8*min(1, max(0, long)),
	}
}

// says is 1 where the text has one of the words of a kind, else 0.
func says(lang, kind, low string) float64 {
	b := books(lang)
	for _, list := range b.All(kind) {
		for w := range strings.SplitSeq(list, "|") {
			if strings.Contains(low, w) {
				return 1
			}
		}
	}
	return 0
}

// Record is an utterance of another player as it is remembered. To is 0 where it is meant for all.
type Record struct {
	Content     string
	Type        Type
	From, To    werewolf.SeatID
	Metrics     Metrics
	Raw         float64 // credibility of the utterance by itself
	Credibility float64 // Raw, weighted by the statement bias and the impression so far
	Day, At     int     // At is the index in Observation.Talks
}
