package critic

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/bot"
	"wolfden/internal/bot/bottest"
	"wolfden/internal/chronicle"
	"wolfden/internal/speech"
	"wolfden/internal/speech/understand"
	"wolfden/internal/speech/wording"
	"wolfden/werewolf"
)

// entry is a line of a game that is written as a contest log.
type entry struct {
	day, idx, turn int
	seat, target   werewolf.SeatID
	kind           werewolf.EventKind
	text           string
}

// tableTalk is a game of built-in players, whose words may be changed.
type tableTalk struct {
	lang    string
	names   []string
	roles   []werewolf.Role
	entries []entry
	heard   *chronicle.Game // as it was played
}

var (
	englishNames  = []string{"Alice", "Boris", "Carol", "Dave", "Erin", "Frank", "Grace", "Heidi", "Ivan", "Judy", "Mallory", "Niaj", "Olivia"}
	japaneseNames = []string{"アリス", "ボブ", "カレン", "ダイチ", "エリカ", "フミオ", "ガク", "ハナ", "イツキ", "ジュン", "マオ", "ナナ", "レン"}
)

// played plays a game with players of one kind.
func played(tb testing.TB, kind, lang string, size int, seed uint64) *tableTalk {
	tb.Helper()
	names := englishNames[:size]
	if lang == "ja" {
		names = japaneseNames[:size]
	}
	var players []bottest.Player
	shared := understand.NewShared()
	for range names {
		p, err := bot.New(kind, bot.Config{Seed: seed, Lang: lang, Shared: shared})
		if err != nil {
			tb.Fatal(err)
		}
		players = append(players, p)
	}
	rules, err := werewolf.Standard(size)
	if err != nil {
		tb.Fatal(err)
	}
	table, err := bottest.Sit(rules, bottest.Seats(names...), seed, players)
	if err != nil {
		tb.Fatal(err)
	}
	if err := table.Play(); err != nil {
		tb.Fatal(err)
	}
	g := &tableTalk{lang: lang, names: names}
	for i := range names {
		g.roles = append(g.roles, table.Game.Role(werewolf.SeatID(i+1)))
	}
	for _, e := range table.Game.Log() {
		switch e.Kind {
		case werewolf.Talked, werewolf.Executed, werewolf.VoteCast, werewolf.AttackMade:
			if e.Kind == werewolf.AttackMade && !e.Killed {
				continue
			}
			g.entries = append(g.entries, entry{e.Day, e.Idx, e.Turn, e.Seat, e.Target, e.Kind, e.Text})
		default:
		}
	}
	g.heard = g.chronicle(tb)
	return g
}

// chronicle is the game as its log tells it.
func (g *tableTalk) chronicle(tb testing.TB) *chronicle.Game {
	tb.Helper()
	var b strings.Builder
	for i, name := range g.names {
		fmt.Fprintf(&b, "0,status,%d,%s,ALIVE,team%d,%s\n", i+1, g.roles[i], i+1, name)
	}
	for i := range g.entries {
		switch e := &g.entries[i]; e.kind {
		case werewolf.Talked:
			fmt.Fprintf(&b, "%d,talk,%d,%d,%d,%s\n", e.day, e.idx, e.turn, e.seat, e.text)
		case werewolf.Executed:
			if e.seat != 0 {
				fmt.Fprintf(&b, "%d,execute,%d,%s\n", e.day, e.seat, g.roles[e.seat-1])
			}
		case werewolf.AttackMade:
			if e.target != 0 {
				fmt.Fprintf(&b, "%d,attack,%d,true\n", e.day, e.target)
			}
		default:
			fmt.Fprintf(&b, "%d,vote,%d,%d\n", e.day, e.seat, e.target)
		}
	}
	c, err := chronicle.Read([]byte(b.String()))
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// planter puts a fault into a game, by rules.
type planter struct {
	g     *tableTalk
	c     *chronicle.Game
	rng   *rand.Rand
	at    int // the entry that is changed
	me    werewolf.SeatID
	voice *wording.Speaker
	asked int // the entry of the question, for faults of answers; else -1
}

// say is a sentence of our own wording; some sentences are put in other words than ours.
func (p *planter) say(k wording.SentenceKind, s wording.Slots) string {
	text, ok := p.voice.Say(k, s, nil)
	if !ok {
		return ""
	}
	return text
}

func (p *planter) name(id werewolf.SeatID) string { return p.g.names[id-1] }

// pick is one of the texts; in English and Japanese, by the game's language. {t} and {o} stand for players.
func (p *planter) pick(t, o werewolf.SeatID, en, ja []string) string {
	all := en
	if p.g.lang == "ja" {
		all = ja
	}
	text := all[p.rng.IntN(len(all))]
	if t != 0 {
		text = strings.ReplaceAll(text, "{t}", p.name(t))
	}
	if o != 0 {
		text = strings.ReplaceAll(text, "{o}", p.name(o))
	}
	return text
}

// put replaces what is said at the place by sentences.
func (p *planter) put(sentences ...string) bool {
	if slices.Contains(sentences, "") {
		return false
	}
	between := " "
	if p.g.lang == "ja" {
		between = ""
	}
	p.g.entries[p.at].text = strings.Join(sentences, between)
	return true
}

// before goes through what was said before the place, with the speaker.
func (p *planter) before(yield func(l *chronicle.Line) bool) {
	n := -1
	for i := range p.c.Lines {
		l := &p.c.Lines[i]
		if !l.Speaks() {
			continue
		}
		if n = p.next(n); n >= p.at || !yield(l) {
			return
		}
	}
}

// next is the next utterance among the entries.
func (p *planter) next(n int) int {
	for n++; n < len(p.g.entries) && p.g.entries[n].kind != werewolf.Talked; n++ {
	}
	return n
}

// claimants are who has claimed a role before the place, by words.
func (p *planter) claimants(role werewolf.Role) (s werewolf.SeatSet) {
	for l := range p.before {
		if c := l.Says().Claimed(l.Seat); c == role {
			s = s.With(l.Seat)
		}
	}
	return s
}

// results are those that a player has told before the place.
func (p *planter) results(by werewolf.SeatID, s werewolf.Species) (all []werewolf.SeatID) {
	for l := range p.before {
		for a := range l.Says().Results(l.Seat) {
			if l.Seat == by && a.Species == s && a.Verb == speech.Divined && p.living().Has(a.Target) && a.Target != by {
				all = append(all, a.Target)
			}
		}
	}
	return all
}

// spoke reports whether a player has spoken of another in any way before the place: by name, or by what it says.
func (p *planter) spoke(by, of werewolf.SeatID) bool {
	for l := range p.before {
		if (by == 0 && l.Seat != p.me || l.Seat == by) && (strings.Contains(l.Text, p.name(of)) || Names(l, of)) {
			return true
		}
	}
	return false
}

// dead are those who died before the place.
func (p *planter) dead() (s werewolf.SeatSet) {
	for i := range p.g.entries[:p.at] {
		switch e := &p.g.entries[i]; {
		case e.kind == werewolf.Executed && e.seat != 0:
			s = s.With(e.seat)
		case e.kind == werewolf.AttackMade && e.target != 0:
			s = s.With(e.target)
		}
	}
	return s
}

func (p *planter) living() werewolf.SeatSet {
	return werewolf.SeatsUpTo(len(p.g.names)) &^ p.dead()
}

// other is a living player besides the speaker and some more for whom is holds, 0 where there is none.
func (p *planter) other(besides werewolf.SeatSet, is func(werewolf.SeatID) bool) werewolf.SeatID {
	var fit []werewolf.SeatID
	for id := range (p.living() &^ besides).Without(p.me).All() {
		if is == nil || is(id) {
			fit = append(fit, id)
		}
	}
	if len(fit) == 0 {
		return 0
	}
	return fit[p.rng.IntN(len(fit))]
}
