package mille

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"wolfden/internal/speech"
	"wolfden/werewolf"
)

// near is how similar a sentence must be to a known one, from 0 to 1, not to be taken for Skip.
const near = 0.52

// index finds the known sentence that is nearest to another one: the cosine of what they are made of, words and pairs of
// words in English, letters and pairs of letters in Japanese, each weighing the more the fewer sentences have it.
type index struct {
	of     []int // the pattern of each known sentence
	weight map[string]float64
	posts  map[string][]post
	size   []float64 // of each known sentence's vector
}

// post is how often a feature stands in a known sentence.
type post struct {
	sentence int
	count    float64
}

func newIndex(p *phrases) *index {
	x := &index{weight: map[string]float64{}, posts: map[string][]post{}}
	for at := range p.patterns {
		for _, w := range p.patterns[at].hear {
			n := len(x.of)
			x.of = append(x.of, at)
			for f, count := range counted(features(strings.NewReplacer("{a}", name, "{b}", name).Replace(w), p.japanese)) {
				x.posts[f] = append(x.posts[f], post{n, count})
			}
		}
	}
	x.size = make([]float64, len(x.of))
	for f, list := range x.posts {
		x.weight[f] = math.Log(float64(1+len(x.of)) / float64(1+len(list)))
		for _, p := range list {
			w := p.count * x.weight[f]
			x.size[p.sentence] += w * w
		}
	}
	return x
}

// nearest is the pattern of the nearest known sentence, and how near it is.
func (x *index) nearest(found map[string]float64) (at int, similarity float64) {
	dots := make([]float64, len(x.of))
	var own float64
	rare := math.Log(float64(1 + len(x.of)))
	for f, count := range found {
		w, known := x.weight[f]
		if !known {
			w = rare / 2 // a word nobody knows makes a sentence another one
		}
		own += count * w * count * w
		for _, p := range x.posts[f] {
			dots[p.sentence] += count * w * p.count * w
		}
	}
	best := -1.0
	for n, dot := range dots {
		if s := dot / math.Sqrt(own*x.size[n]); s > best {
			best, at = s, x.of[n]
		}
	}
	return at, best
}

// name stands for any player's name in a sentence.
const name = "\x01"

// features are what a sentence is compared by.
func features(sentence string, japanese bool) []string {
	var units []string
	if japanese {
		for _, r := range sentence {
			if unicode.IsLetter(r) || string(r) == name {
				units = append(units, string(r))
			}
		}
	} else {
		units = strings.FieldsFunc(strings.ToLower(sentence), func(r rune) bool {
			return !unicode.IsLetter(r) && r != '\'' && string(r) != name
		})
	}
	all := make([]string, 0, 2*len(units))
	for i, u := range units {
		all = append(all, u)
		if i > 0 {
			all = append(all, units[i-1]+" "+u)
		}
	}
	return all
}

func counted(list []string) map[string]float64 {
	m := make(map[string]float64, len(list))
	for _, f := range list {
		m[f]++
	}
	return m
}

// sentence is a part of an utterance whose names have been taken out.
type sentence struct {
	text  string // with name in their places
	named []werewolf.SeatID
}

// manners takes out what a Japanese sentence has of its speaker's manner: the word for oneself and some endings.
var manners = strings.NewReplacer("わたくし", "私", "わたし", "私", "あたし", "私", "わし", "私", "うちは", "私は", "うちが", "私が", "うちです", "私です", "うちだ", "私だ",
	"俺", "私", "僕", "私", "自分", "私", "でございます", "です", "じゃと", "だと", "じゃ。", "だ。", "じゃ？", "だ？", "のか。", "のか？", "である", "だ", "なの。", "だ。",
	"できん", "できない", "わ。", "。", "わね。", "ね。")

// maxSentences is how much of an utterance is listened to.
const maxSentences = 12

// sentences cuts an utterance up and takes the names out.
func (h *recogniser) sentences(text string) (all []sentence) {
	var s sentence
	var b strings.Builder
	end := func() {
		if s.text = strings.TrimSpace(manners.Replace(b.String())); s.text != "" && len(all) < maxSentences {
			all = append(all, s)
		}
		s = sentence{}
		b.Reset()
	}
	for i := 0; i < len(text); {
		if id, size := h.nameAt(text[i:]); id != 0 {
			s.named = append(s.named, id)
			b.WriteString(name)
			i += size
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		b.WriteRune(r)
		i += size
		if strings.ContainsRune(".!?。！？", r) {
			end()
		}
	}
	end()
	return all
}

// nameAt is the player whose name the text begins with, the longest of several.
func (h *recogniser) nameAt(text string) (id werewolf.SeatID, size int) {
	for n, name := range h.names {
		if len(name) > size && strings.HasPrefix(text, name) {
			id, size = werewolf.SeatID(n+1), len(name)
		}
	}
	return id, size
}

// recogniser recognises what is said at one table.
type recogniser struct {
	*phrases
	names []string
	slow  int // how many sentences may still be compared in this answer
}

// patience is how many sentences are compared in one answer before the quick method has to do. The contest's agent
// looked at the clock instead; counting makes a game come out the same on every machine.
const patience = 200

// foreign are marks of packets, pages and prompts. Nobody speaks so, and by likeness a packet may be near to anything.
const foreign = "{}<>`|="

// recognise is what an utterance says, sentence by sentence; what is near to nothing known is left out, and what would have its speaker
// vote for itself.
func (h *recogniser) recognise(speaker werewolf.SeatID, text string) (acts []speech.Rows) {
	for _, s := range h.sentences(text) {
		if strings.ContainsAny(s.text, foreign) {
			continue
		}
		p := h.quick(&s)
		if h.slow > 0 {
			h.slow--
			at, similarity := h.index.nearest(counted(features(s.text, h.japanese)))
			if p = nil; similarity >= near {
				p = &h.patterns[at]
			}
		}
		if p == nil || p.rows[0].Verb == speech.Skip || p.named > len(s.named) {
			continue
		}
		x, y := speech.Unspec, speech.Unspec
		if len(s.named) > 0 {
			x = s.named[0]
		}
		if len(s.named) > 1 {
			y = s.named[1]
		}
		if rows := p.rows.Place(speaker, x, y); rows.Announced(speech.Vote) != speaker {
			acts = append(acts, rows)
		}
	}
	return acts
}

// keyword is what the quick method goes by: all of the words must be there.
type keyword struct {
	words []string
	means string
	names int
}

var keywords = map[bool][]keyword{
	false: {
		{[]string{"divin", "human"}, "DIVINED Agent[02] HUMAN", 1}, {[]string{"divin", "wolf"}, "DIVINED Agent[02] WEREWOLF", 1},
		{[]string{"am the seer"}, "COMINGOUT Agent[01] SEER", 0}, {[]string{"am the medium"}, "COMINGOUT Agent[01] MEDIUM", 0},
		{[]string{"vote"}, "VOTE Agent[02]", 1}, {[]string{"attack"}, "ATTACK Agent[02]", 1},
		{[]string{"suspect"}, "ESTIMATE Agent[02] WEREWOLF", 1},
	},
	true: {
		{[]string{"占", "人間"}, "DIVINED Agent[02] HUMAN", 1}, {[]string{"占", "人狼"}, "DIVINED Agent[02] WEREWOLF", 1},
		{[]string{"私は占い師"}, "COMINGOUT Agent[01] SEER", 0}, {[]string{"私は霊媒師"}, "COMINGOUT Agent[01] MEDIUM", 0},
		{[]string{"投票"}, "VOTE Agent[02]", 1}, {[]string{"襲"}, "ATTACK Agent[02]", 1},
		{[]string{"疑"}, "ESTIMATE Agent[02] WEREWOLF", 1},
	},
}

// quick recognises by single words.
func (h *recogniser) quick(s *sentence) *pattern {
	lower := strings.ToLower(s.text)
next:
	for _, k := range keywords[h.japanese] {
		for _, w := range k.words {
			if !strings.Contains(lower, w) {
				continue next
			}
		}
		if k.names <= len(s.named) {
			return h.by[k.means]
		}
	}
	return nil
}
