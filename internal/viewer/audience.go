package viewer

import (
	"bytes"
	"encoding/json"
	"sync"

	"wolfden/gamelog"
	"wolfden/internal/viewer/story"
)

// watching is who watches what, in which language.
type watching struct {
	game        string
	perspective story.Perspective
	lang        string
}

// audiences groups spectators by game, perspective and language: what one of a group is shown was made for all of it.
type audiences struct {
	mu   sync.Mutex
	open map[watching]*audience
	seen int // spectators in all
}

// audience is the story of a game that goes on, and what was last made of it. It is safe for concurrent use.
type audience struct {
	guests int // kept by audiences

	mu    sync.Mutex
	page  *gamePage
	taken int // entries of the record that are in the story
	made  map[string]piece
	last  frame
}

// piece is an item as it was last made, and the latest entry in it then.
type piece struct {
	until int
	html  string
}

// frame is what a spectator is sent who has seen the entries up to from.
type frame struct {
	from, to int
	over     bool // nothing will come after it
	data     []byte
}

// enter lets a spectator in, false when there are too many.
func (r *audiences) enter(key watching, most int, furnish func() *gamePage) (*audience, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.seen >= most {
		return nil, false
	}
	if r.open[key] == nil {
		r.open[key] = &audience{page: furnish(), made: map[string]piece{}}
	}
	r.seen++
	r.open[key].guests++
	return r.open[key], true
}

// leave lets a spectator out; the last one closes it.
func (r *audiences) leave(key watching) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen--
	if r.open[key].guests--; r.open[key].guests == 0 {
		delete(r.open, key)
	}
}

// news is what the pages of a game are told.
type news struct {
	Items   []newsItem `json:"items"`
	Players string     `json:"players,omitempty"` // the table, when something about it changed
	Costs   string     `json:"costs,omitempty"`   // the table of calls, when there were more
	Ledger  []string   `json:"ledger,omitempty"`  // what has changed in the table of what was said, thought and done, by day
	Now     string     `json:"now"`
	Over    bool       `json:"over"`
}

type newsItem struct {
	ID   string `json:"id"`
	HTML string `json:"html"`
}

// after takes what is new in the record into the story, and gives what somebody is to be sent who has seen n entries of
// it. Nothing is to be sent when to is n.
func (r *audience) after(entries []gamelog.Entry, n int, p *pages) (frame, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.page.Story
	if len(entries) > r.taken {
		s.Add(entries[r.taken:])
		r.taken = len(entries)
		r.page.heard.readOn(s)
	}
	if r.last.data != nil && r.last.from == n && r.last.to == s.Seen {
		return r.last, nil
	}
	f := frame{from: n, to: s.Seen, over: s.Over}
	if n >= s.Seen && !s.Over {
		return f, nil
	}
	message := news{Now: r.page.Standing(), Over: s.Over, Items: []newsItem{}}
	for _, it := range s.After(n) {
		text, err := r.item(it, p)
		if err != nil {
			return f, err
		}
		message.Items = append(message.Items, newsItem{it.ID(), text})
	}
	if err := r.tables(&message, n, p); err != nil {
		return f, err
	}
	var err error
	f.data, err = json.Marshal(message)
	if err == nil {
		r.last = f
	}
	return f, err
}

// tables puts in what has changed outside the story.
func (r *audience) tables(message *news, n int, p *pages) (err error) {
	s := r.page.Story
	if s.Met > n {
		if message.Players, err = p.piece("players", r.page.Table()); err != nil {
			return err
		}
	}
	if !r.page.parts {
		return nil
	}
	if s.Called > n {
		if message.Costs, err = p.piece("costs", r.page); err != nil {
			return err
		}
	}
	for _, day := range r.page.ledgerAfter(n) {
		text, err := p.piece("ledgerday", day)
		if err != nil {
			return err
		}
		message.Ledger = append(message.Ledger, text)
	}
	return nil
}

// piece is a part of a page.
func (p *pages) piece(name string, data any) (string, error) {
	var b bytes.Buffer
	err := p.templates.ExecuteTemplate(&b, name, data)
	return b.String(), err
}

// item is the item as it stands in a page, made once however many watch.
func (r *audience) item(it story.Item, p *pages) (string, error) {
	if m, ok := r.made[it.ID()]; ok && m.until == it.Until {
		return m.html, nil
	}
	text, err := p.piece("item", r.page.Item(it))
	if err == nil {
		r.made[it.ID()] = piece{it.Until, text}
	}
	return text, err
}
