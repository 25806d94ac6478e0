// Package random is a player that answers at random. It is the baseline of every comparison and the load of every
// benchmark.
//
// The law of the package: every answer is legal, cheap, and depends only on the seed and the observations.
package random

import (
	"context"
	"iter"
	"math/rand/v2"

	"wolfden/werewolf"
)

// Player plays one seat of one game. It is not safe for concurrent use.
type Player struct {
	lines []string
	seed  uint64
	pcg   rand.PCG
	begun bool
}

// New returns a player that speaks Japanese if lang is "ja", else English. Its chance follows from the seed.
func New(seed uint64, lang string) *Player {
	p := &Player{lines: englishLines, seed: seed}
	if lang == "ja" {
		p.lines = japaneseLines
	}
	return p
}

// One in so many utterances is an Over, and one begins with a mention; on an open floor one answer in so many is an
// utterance.
const (
	oneOver    = 12
	oneMention = 6
	oneOfFloor = 2
)

// Answer answers a request; announcements get the empty string. It never fails.
func (p *Player) Answer(_ context.Context, o werewolf.Observation) (string, error) {
	if !p.begun {
		p.begun = true
		p.pcg.Seed(p.seed, uint64(o.Seat))
	}
	switch kind := o.Request.Kind; {
	case kind.Speaks():
		return p.speak(&o), nil
	case kind.Chooses() && o.Request.Targets != 0:
		return o.Name(o.Request.Targets.Nth(p.below(o.Request.Targets.Len()))), nil
	}
	return "", nil
}

// Notes yields why the player gave its last answer, which is always the same.
func (p *Player) Notes() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		if p.begun {
			yield("rules", "at random")
		}
	}
}

// below is a number from 0 to n-1; that small numbers are a hair more likely does not matter here.
func (p *Player) below(n int) int { return int(p.pcg.Uint64() >> 33 % uint64(n)) }

// speak says a line that the limits leave as it is; Over when it would not.
func (p *Player) speak(o *werewolf.Observation) string {
	if o.Request.Open && p.below(oneOfFloor) != 0 {
		return ""
	}
	if p.below(oneOver) == 0 {
		return werewolf.OverText
	}
	text := p.lines[p.below(len(p.lines))]
	if others := o.Others(); others != 0 && p.below(oneMention) == 0 {
		text = "@" + o.Name(others.Nth(p.below(others.Len()))) + " " + text
	}
	limits := &o.Rules.Talk.MaxLength
	if o.Request.Kind == werewolf.Whisper {
		limits = &o.Rules.Whisper.MaxLength
	}
	if kept, _ := limits.Fit(text, o.Names, o.Request.Left.Length); kept != text {
		return werewolf.OverText
	}
	return text
}

var englishLines = []string{
	"Good morning.", "Who is the wolf?", "I am not sure yet.", "Let us hear everybody.", "I have a bad feeling about this.",
	"Somebody is lying.", "I agree.", "I do not agree.", "What makes you think so?", "Tell me more.", "It is not me.",
	"I will decide later.", "That was a strange thing to say.", "Let us be careful.", "Nothing to add.", "We need a result.",
	"Why so quiet?", "I am listening.", "Time is short.", "Well well.", "I believe that.", "I doubt that.", "Good point.",
}

var japaneseLines = []string{
	"おはようございます。", "人狼は誰でしょう。", "まだ分かりません。", "皆さんの意見を聞きたいです。", "嫌な予感がします。",
	"誰かが嘘をついています。", "賛成です。", "反対です。", "どうしてそう思うのですか？", "もう少し聞かせてください。",
	"私ではありません。", "あとで決めます。", "今の発言は変でした。", "慎重にいきましょう。", "特にありません。",
	"結果が欲しいですね。", "静かですね。", "聞いていますよ。", "時間がありません。", "なるほど。", "信じます。", "疑わしいです。",
}
