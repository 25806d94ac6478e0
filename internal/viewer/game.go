package viewer

import (
	"bytes"
	"cmp"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/viewer/archive"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// gamePage is one game from one perspective.
type gamePage struct {
	chrome
	Story        *story.Story
	Faces        []face
	Live         bool
	Perspectives []perspectiveLink
	As           string // which of them it is, as addresses have it
	// Reveal is the address of the same page with its end, "" where there is none or it is there.
	Reveal string
	Events string // address of the stream of what comes, "" of games that are over
	Share  bool   // the game may be taken away
	Rounds []story.Item
	Ledger []ledgerDay
	// Beliefs are nil while the game goes on, and so are Opinions.
	Beliefs  *beliefs
	Opinions []opinions

	// Chances are nil where nothing is kept that the reader may see; DrawChances and FindTurns are commands then.
	Chances                *chancePart
	DrawChances, FindTurns string

	Noted     string // address of the same page with what players noted, "" where that is here or nowhere
	heard     *storyReading
	callStore callStore
	teams     []string // addresses of pages about the players' teams, by seat
	unnoted   bool     // it is over, and nobody noted anything
	parts     bool     // what grows beside the story is shown too
}

// perspectiveLink is one of the ways to look at a game.
type perspectiveLink struct {
	Name   string
	Href   string
	Chosen bool
}

// The values of the key "as" beside the numbers of seats.
const (
	asAll     = "all"
	asVillage = "village"
)

// game shows one game.
func (s *Site) game(w http.ResponseWriter, r *http.Request) {
	r = withoutRest(r)
	f, as, ok := s.watch(w, r)
	switch {
	case !ok:
	case f.over:
		key := pageKey{f.rec, s.archive.KeptStamp(f.rec.Header.ID), as, languageOf(r), r.URL.RequestURI()}
		s.send(w, r, http.StatusOK, s.ready.page(key, func() []byte { return s.render("game", s.gamePage(r, f, as)) }))
	default:
		s.reply(w, r, http.StatusOK, "game", s.gamePage(r, f, as))
	}
}

// watch finds the game of the request's path and its perspective. It answers the request itself where
// either cannot be had.
func (s *Site) watch(w http.ResponseWriter, r *http.Request) (*found, story.Perspective, bool) {
	f, ok := s.lookUp(w, r)
	if !ok {
		return nil, story.Perspective{}, false
	}
	as, ok := s.perspective(r, f)
	if !ok {
		s.refuse(w, r, http.StatusForbidden, "error.secret")
	}
	return f, as, ok
}

// lookUp finds the game of the request's path; what goes wrong it says itself.
func (s *Site) lookUp(w http.ResponseWriter, r *http.Request) (*found, bool) {
	f, err := s.find(r.PathValue("id"))
	switch {
	case err != nil:
		s.options.Log.Error("record", "error", err)
		s.refuse(w, r, http.StatusInternalServerError, "error.unreadable")
	case f == nil:
		s.refuse(w, r, http.StatusNotFound, "error.game")
	}
	return f, err == nil && f != nil
}

// perspective returns what the request asks for: by default everything where that may be known, else the village's. It is
// false when the reader may not have it. A player's is for those who may know everything, since it shows secrets, too.
func (s *Site) perspective(r *http.Request, f *found) (story.Perspective, bool) {
	mayKnow := s.mayKnow(r, f)
	view := story.Perspective{End: r.URL.Query().Get("end") != ""}
	switch as := r.URL.Query().Get("as"); as {
	case "":
		view.All = mayKnow
	case asAll:
		view.All = true
	case asVillage:
		return view, true
	default:
		n, err := strconv.Atoi(as)
		if err != nil || n < 1 || n > len(f.rec.Header.Seats) {
			return view, true // nobody sits there: the village
		}
		view.Seat = werewolf.SeatID(n)
	}
	return view, mayKnow || !view.All && view.Seat == 0
}

func (s *Site) gamePage(r *http.Request, f *found, as story.Perspective) *gamePage {
	c := s.chrome(r, "game", "").about(&f.rec.Header.Rules)
	p := &gamePage{
		chrome: c, Story: story.Of(f.rec, as), Faces: s.faces.of(&f.rec.Header, s.options.Pictures),
		Live: f.live, Share: f.over, As: asOf(as),
	}
	p.Title = p.title()
	p.understand(f.rec)
	if !f.live {
		s.addChances(p, f, as)
	}
	here := s.gameAddress(p.Story.ID)
	p.callStore = callStore{at: here + "/calls/", as: "?as=" + asOf(as)}
	if s.mayKnow(r, f) {
		p.Perspectives = append(p.Perspectives, perspectiveLink{p.T("eyes.all"), here + "?as=" + asAll, as.All})
	}
	p.Perspectives = append(p.Perspectives, perspectiveLink{p.T("eyes.village"), here + "?as=" + asVillage, !as.All && as.Seat == 0})
	if s.mayKnow(r, f) {
		for i := range p.Story.Players {
			seat := strconv.Itoa(i + 1)
			p.Perspectives = append(p.Perspectives, perspectiveLink{p.T("eyes.seat", p.Story.Players[i].Name), here + "?as=" + seat, as.Seat == werewolf.SeatID(i+1)})
		}
	}
	if p.Story.Hidden {
		p.Reveal = p.In("end", "1") + "#end"
	}
	if f.live {
		p.Events = here + "/events?as=" + asOf(as) + "&lang=" + p.Lang()
	}
	return p
}

// addChances shows what is kept of the chances, or says how to reckon them.
func (s *Site) addChances(p *gamePage, f *found, as story.Perspective) {
	if p.Chances = p.chances(f.rec, s.kept(f)); p.Chances == nil || len(p.Chances.Curves) == 0 {
		p.DrawChances, p.FindTurns = s.chanceCommands(f, as, p.Chances != nil)
	}
}

// kept is what lies beside the game's file. The game is there without what cannot be read of it.
func (s *Site) kept(f *found) archive.Kept {
	kept, err := s.archive.Kept(f.rec.Header.ID)
	if err != nil {
		s.options.Log.Error("chances", "error", err)
	}
	return kept
}

// gameAddress is where the page of a game is.
func (s *Site) gameAddress(id string) string { return s.options.Base + "games/" + url.PathEscape(id) }

// understand reads what stands below the story.
func (p *gamePage) understand(rec *gamelog.Record) {
	p.rounds()
	p.heard, p.parts = readStory(p.Story), true
	p.Ledger = p.ledgerAfter(0)
	if !p.Live {
		p.Beliefs = believe(rec, p.Story.Perspective)
		p.Opinions = p.opinions()
	}
}

// asOf is the value of the key "as" for the perspective.
func asOf(y story.Perspective) string {
	switch {
	case y.All:
		return asAll
	case y.Seat == 0:
		return asVillage
	default:
		return strconv.Itoa(int(y.Seat))
	}
}

func (p *gamePage) title() string {
	if p.Story.Started == 0 {
		return p.T("game.title", len(p.Story.Players))
	}
	return p.T("game.title.on", len(p.Story.Players), date(p.Story.Started))
}

func date(ms int64) string { return time.UnixMilli(ms).UTC().Format(dateFormat) }

// Date is when the game began, "" where nobody knows.
func (p *gamePage) Date() string {
	if p.Story.Started == 0 {
		return ""
	}
	return time.UnixMilli(p.Story.Started).UTC().Format("2006-01-02 15:04 UTC")
}

// rounds are the votes that the matrix shows.
func (p *gamePage) rounds() {
	for _, it := range p.Story.Items {
		if it.Kind == story.Votes || it.Kind == story.AttackVotes {
			p.Rounds = append(p.Rounds, it)
		}
	}
}

// Choice is whom a seat voted for in a round, 0 for nobody.
func (p *gamePage) Choice(round story.Item, seat werewolf.SeatID) werewolf.SeatID {
	for _, v := range round.Ballots {
		if v.Seat == seat {
			return v.Target
		}
	}
	return 0
}

// Item is what the template of an item is given.
func (p *gamePage) Item(it story.Item) itemView {
	return itemView{words: p.words, Item: it, table: p.Story, heard: p.heard, callStore: p.callStore}
}

// Table is what the template of the players is given.
func (p *gamePage) Table() tableView { return tableView{p.words, p.Story, p.teams} }

// file gives the game away as one file that needs nothing else.
func (s *Site) file(w http.ResponseWriter, r *http.Request) {
	f, ok := s.lookUp(w, r)
	if !ok {
		return
	}
	if !f.over {
		s.refuse(w, r, http.StatusForbidden, "error.secret")
		return
	}
	var b bytes.Buffer
	if err := s.write(&b, f.rec, s.kept(f), story.Perspective{All: true}, languageOf(r)); err != nil {
		s.options.Log.Error("file", "error", err)
		s.refuse(w, r, http.StatusInternalServerError, "error.unreadable")
		return
	}
	download(w, "text/html; charset=utf-8", contestlog.FileName(&f.rec.Header, "{game_id}")+".html")
	writeZipped(w, r, http.StatusOK, b.Bytes())
}

// record gives the game's record away.
func (s *Site) record(w http.ResponseWriter, r *http.Request) {
	f, ok := s.lookUp(w, r)
	if !ok {
		return
	}
	if !s.mayKnow(r, f) {
		s.refuse(w, r, http.StatusForbidden, "error.secret")
		return
	}
	rec := *f.rec
	if s.options.Strangers {
		rec.Entries = slices.Clone(rec.Entries)
		for i, e := range rec.Entries {
			rec.Entries[i] = e.InSeconds()
		}
	}
	var b bytes.Buffer
	if err := gamelog.Write(&b, &rec); err != nil {
		s.options.Log.Error("record", "error", err)
		s.refuse(w, r, http.StatusInternalServerError, "error.unreadable")
		return
	}
	download(w, "application/x-ndjson", contestlog.FileName(&f.rec.Header, "{game_id}")+gamelog.Extension)
	writeZipped(w, r, http.StatusOK, b.Bytes())
}

// download names the file that a browser keeps. FileName leaves no quotes or control characters in names.
func download(w http.ResponseWriter, kind, name string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", "attachment; filename*=UTF-8''"+url.PathEscape(name))
}

func keys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// html marks what was escaped already.
func html(parts ...string) template.HTML {
	var b bytes.Buffer
	for _, p := range parts {
		b.WriteString(p)
	}
	return template.HTML(b.String()) // callers escape
}

// Standing is what time it is in the game.
func (p *gamePage) Standing() string {
	switch s := p.Story; {
	case s.Over:
		return p.T("now.over")
	case s.Day < 0:
		return p.T("now.before")
	case s.Night:
		return p.T("now.night", s.Day)
	default:
		return p.T("now.day", s.Day)
	}
}

// CallColumns are the heads of the table of calls: those of its cells, and the causes for which rules answered.
func (p *gamePage) CallColumns() (heads []string) {
	for _, word := range []string{"answers", "calls", "rules", "requests", "in", "cached", "out", "thought", "p50", "p95", "usd", "why"} {
		heads = append(heads, p.T("costs."+word))
	}
	return heads
}

// Costly reports whether the perspective shows any call.
func (p *gamePage) Costly() bool { return len(p.Story.Calls) > 0 }
