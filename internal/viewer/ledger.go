package viewer

import (
	"cmp"
	"html/template"
	"slices"
	"strings"

	"wolfden/internal/opinion"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// playerLedger is what the players said, thought and did, day by day. Like all of a page it is made of the story, so that it
// holds no thought and no truth that its reader may not see.
type playerLedger struct {
	story *story.Story
	heard *storyReading
	names opinion.Table
	rows  map[dayOf]*ledgerRow
	// wolf is whom a player last noted to take for a werewolf.
	wolf map[werewolf.SeatID]map[werewolf.SeatID]float64
	// divined is the last divination of a player: its result comes a day later.
	divined map[werewolf.SeatID]*deed
}

// ledgerRow is one player on one day.
type ledgerRow struct {
	dayOf
	until   int // the latest entry in it
	said    []saying
	suspect leaning
	mask    leaning // what it shows to suspect
	plan    *deed
	did     []*deed
	notes   []freeNote
}

// deed is something that a player did, or meant to.
type deed struct {
	key     string
	item    string
	target  werewolf.SeatID
	species werewolf.Species
	off     string
}

// suspicion is whom a player takes for a werewolf most of those alive.
type suspicion struct {
	item string
	most []werewolf.SeatID
	p    float64
}

// leaning is the suspicion of a day: the last from before the votes were counted, if there is one.
type leaning struct {
	*suspicion
	daytime bool
}

// freeNote is a note that says something else.
type freeNote struct{ Item, Topic, Text string }

// The keys of the words for what does not fit, and what it is.
const (
	offVote   = "off.vote"   // the vote is not the one that was declared
	offRole   = "off.role"   // the role that is claimed is not the player's
	offResult = "off.result" // the result that is told is not so
	offAccuse = "off.accuse" // suspected aloud, while the player's notes take another for a werewolf rather
)

// ledger makes the table of the story as far as it goes.
func (p *gamePage) ledger() *playerLedger {
	l := &playerLedger{
		story: p.Story, heard: p.heard, names: namesIn(p.Story), rows: map[dayOf]*ledgerRow{},
		wolf: map[werewolf.SeatID]map[werewolf.SeatID]float64{}, divined: map[werewolf.SeatID]*deed{},
	}
	for i := range p.Story.Items {
		it := &p.Story.Items[i]
		l.think(it)
		switch it.Kind {
		case story.Talk, story.Whisper:
			l.addUtterance(it)
		case story.Votes, story.AttackVotes:
			for _, b := range it.Ballots {
				l.vote(it, b.Seat, b.Target)
			}
		case story.OwnVote, story.OwnAttack:
			l.vote(it, it.Seat, it.Target)
		default:
			l.do(it)
		}
	}
	return l
}

// namesIn are the names of the players as the notes in the story have them.
func namesIn(s *story.Story) (names opinion.Table) {
	for i := range s.Players {
		names = append(names, s.Players[i].Name)
	}
	return names
}

// row is the row of a player on the day, which is changed by the item.
func (l *playerLedger) row(it *story.Item, id werewolf.SeatID, day int) *ledgerRow {
	k := dayOf{day, id}
	if l.rows[k] == nil {
		l.rows[k] = &ledgerRow{dayOf: k}
	}
	l.rows[k].until = max(l.rows[k].until, it.Until)
	return l.rows[k]
}

// think takes what players noted with the item.
func (l *playerLedger) think(it *story.Item) {
	for _, t := range it.Thoughts {
		if t.Call != nil {
			continue
		}
		r := l.row(it, t.Seat, it.Day)
		o := l.names.Read(t.Topic, t.Text, it.Kind == story.Votes || it.Kind == story.OwnVote)
		if o.Wolf != nil {
			l.wolf[t.Seat] = o.Wolf
		}
		r.suspect.take(it, t.Seat, o.Wolf)
		r.mask.take(it, t.Seat, o.Mask)
		if o.Target != 0 {
			r.plan = &deed{key: "plan.execute", item: it.ID(), target: o.Target}
		}
		if o.Wolf == nil && o.Mask == nil && o.Target == 0 && !strings.HasPrefix(t.Text, "{") && t.Text != "" {
			r.addNote(freeNote{it.ID(), t.Topic, t.Text})
		}
	}
}

// take takes the chances of a note of the player, if it has any.
func (n *leaning) take(it *story.Item, id werewolf.SeatID, wolf map[werewolf.SeatID]float64) {
	if wolf == nil || late(it) && n.daytime {
		return
	}
	n.daytime, n.suspicion = !late(it), nil
	if most, p := suspects(wolf, id, it.Alive); len(most) > 0 {
		n.suspicion = &suspicion{it.ID(), most, p}
	}
}

// late reports whether the item comes after the vote of its day: who was suspected may be dead by then.
func late(it *story.Item) bool {
	return it.Night && it.Kind != story.Votes && it.Kind != story.OwnVote
}

// How much of notes stands in the table; all of it stands under what was said.
const (
	mostNotes   = 6
	longestNote = 160 // characters
)

// addNote keeps the latest different notes.
func (r *ledgerRow) addNote(n freeNote) {
	if text := []rune(n.Text); len(text) > longestNote {
		n.Text = string(text[:longestNote-1]) + "…"
	}
	r.notes = slices.DeleteFunc(r.notes, func(o freeNote) bool { return o.Topic == n.Topic && o.Text == n.Text })
	r.notes = append(r.notes, n)
	r.notes = r.notes[max(0, len(r.notes)-mostNotes):]
}

// mostNamed is how many are named who are suspected alike; where there are more, the player suspects nobody yet.
const mostNamed = 3

// same is how far apart two chances may be that a note in whole percents cannot tell apart.
const same = 0.005

// suspects are whom the player takes for a werewolf most of those alive, and how surely; none where it suspects nobody.
func suspects(wolf map[werewolf.SeatID]float64, id werewolf.SeatID, alive werewolf.SeatSet) (most []werewolf.SeatID, p float64) {
	for _, other := range keys(wolf) {
		q := wolf[other]
		switch {
		case other == id || !alive.Has(other):
		case q > p+same:
			most, p = []werewolf.SeatID{other}, q
		case len(most) > 0 && q >= p-same:
			most = append(most, other)
		}
	}
	if len(most) > mostNamed {
		return nil, 0
	}
	return most, p
}

// addUtterance takes what an utterance says.
func (l *playerLedger) addUtterance(it *story.Item) {
	said := l.heard.sayings(l.story, it)
	if len(said) == 0 {
		return
	}
	row := l.row(it, it.Seat, it.Day)
	var vote []saying
	for _, x := range said {
		switch aloud := it.Kind == story.Talk; {
		case x.key == "act.attack" && !aloud:
			row.addSaying(x)
		case !aloud, x.key == "act.attack", x.key == "act.other", x.key == "act.request", x.key == "act.support":
		case x.key == "act.vote":
			vote = append(vote, x)
		case x.key == "act.accuse":
			x.rather = l.rather(it, x.target)
			row.accuse(x)
		case x.role != werewolf.NoRole:
			x.off = whenFalse(x.truth, offRole)
			row.addSaying(x)
		default:
			x.off = whenFalse(x.truth, offResult)
			row.addSaying(x)
		}
	}
	for _, x := range vote { // the last that is announced on the day counts
		row.said = slices.DeleteFunc(row.said, func(o saying) bool { return o.key == x.key })
		row.addSaying(x)
	}
}

func whenFalse(t truth, key string) string {
	if t == isFalse {
		return key
	}
	return ""
}

// rather is whom the speaker suspects most by its notes while it suspects another aloud; nil where that is the same, or
// nobody.
func (l *playerLedger) rather(it *story.Item, id werewolf.SeatID) []werewolf.SeatID {
	most, _ := suspects(l.wolf[it.Seat], it.Seat, it.Alive)
	if slices.Contains(most, id) {
		return nil
	}
	return most
}

// addSaying keeps what is said, once.
func (r *ledgerRow) addSaying(s saying) {
	if !slices.ContainsFunc(r.said, func(o saying) bool { return o.sameAs(&s) }) {
		r.said = append(r.said, s)
	}
}

func (s *saying) sameAs(o *saying) bool {
	return s.key == o.key && s.role == o.role && s.result == o.result && s.target == o.target
}

// accuse keeps a suspicion once: it fits when it did at any time of the day.
func (r *ledgerRow) accuse(s saying) {
	if s.rather != nil {
		s.off = offAccuse
	}
	for i := range r.said {
		if o := &r.said[i]; o.sameAs(&s) {
			if s.off == "" {
				o.off, o.rather = "", nil
			}
			return
		}
	}
	r.said = append(r.said, s)
}

// vote takes a vote. Of one's own it is known twice: when it is cast, and when all are shown.
func (l *playerLedger) vote(it *story.Item, id, target werewolf.SeatID) {
	d := &deed{key: "did.vote", item: it.ID(), target: target}
	day := it.Day
	switch it.Kind {
	case story.AttackVotes, story.OwnAttack:
		d.key = "did.attack"
		if it.Kind == story.AttackVotes {
			day = it.VotedOn
		}
	case story.Votes:
		day = it.VotedOn
		fallthrough
	default:
		if said := l.heard.vote(id, day); said != 0 && said != target {
			d.off = offVote
		}
	}
	row := l.row(it, id, day)
	if !slices.ContainsFunc(row.did, func(o *deed) bool { return o.key == d.key && o.target == d.target }) {
		row.did = append(row.did, d)
	}
}

// do takes what a role does, and what comes of it.
func (l *playerLedger) do(it *story.Item) {
	d := &deed{key: "did." + string(it.Kind), item: it.ID(), target: it.Target, species: it.Species}
	switch it.Kind {
	case story.Divine:
		if it.Species != werewolf.NoSpecies {
			d.key += ".known"
		}
		l.divined[it.Seat] = d
	case story.Guard, story.Medium:
	case story.Seer: // what this seat is told of what it divined
		if last := l.divined[it.Seat]; last != nil && last.target == it.Target {
			last.key, last.species = "did.divine.known", it.Species
			l.row(it, it.Seat, it.Day-1)
		}
		return
	default:
		return
	}
	row := l.row(it, it.Seat, it.Day)
	row.did = append(row.did, d)
}

// empty reports whether there is nothing in the row.
func (r *ledgerRow) empty() bool {
	return len(r.said)+len(r.did)+len(r.notes) == 0 && r.plan == nil && r.suspect.suspicion == nil && r.mask.suspicion == nil
}

// after are the rows that have changed since n entries were seen, by day, then seat.
func (l *playerLedger) after(n int) (rows []*ledgerRow) {
	for _, r := range l.rows {
		if r.until > n && !r.empty() {
			rows = append(rows, r)
		}
	}
	slices.SortFunc(rows, func(a, b *ledgerRow) int { return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.seat, b.seat)) })
	return rows
}

// ledgerDay is the rows of a day, ready to be shown.
type ledgerDay struct {
	page *gamePage
	Day  int
	Rows []ledgerView
}

// ledgerView is a row, ready to be shown.
type ledgerView struct {
	*words
	page  *gamePage
	Seat  werewolf.SeatID
	Day   int
	Role  werewolf.Role
	Said  []ledgerEntry
	Inner []ledgerEntry
	Did   []ledgerEntry
	Notes []freeNote
	Off   bool // something in it does not fit
}

// ledgerEntry is one thing in a row.
type ledgerEntry struct {
	Text template.HTML
	Item string
	Off  template.HTML // the word for what does not fit
}
