package viewer

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/room"
	"wolfden/internal/speech/roletext"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// seatPage is a game for who plays in it.
type seatPage struct {
	gamePage
	Room    *room.Room
	Fault   string
	Address string // of the room's pages
	// Elsewhere is the address that gives another browser this seat.
	Elsewhere string
	Panel     *panel
	Sure      *question // about the last answer, which was not taken yet
}

// panel is what a player is to do now, or why nothing.
type panel struct {
	*words
	table   *story.Story
	Me      *story.Player
	Address string
	Home    string // where the site begins
	State   string // speak, floor, choose, wait, dead, over, broken
	Kind    string // of the request, "" for none
	Number  int    // of the question, 0 for none
	Targets []werewolf.SeatID
	Left    werewolf.Left
	Limits  string // of an utterance, for a script
	Longest []any  // letters of an utterance that are heard, and of them after a mention; empty for no such limit
	Draft   string // what was written and not taken yet
	Millis  int64  // until the answer must be there, 0 for no limit
}

// Who is a player's name with its face.
func (p *panel) Who(id werewolf.SeatID) template.HTML { return who(p.words, p.table, id) }

// Colour is the number of the player's own colour.
func (p *panel) Colour() string { return colour(p.Me.Seat) }

// ColourOf is the number of a player's colour.
func (p *panel) ColourOf(id werewolf.SeatID) string { return colour(id) }

// Name is a player's name.
func (p *panel) Name(id werewolf.SeatID) string { return p.table.Player(id).Name }

// Heading says what is to be done.
func (p *panel) Heading() string {
	if p.Kind == "" || p.State == "floor" {
		return p.T("panel." + p.State)
	}
	return p.T("panel." + strings.ToLower(p.Kind))
}

// Hint says more about it.
func (p *panel) Hint() string {
	if p.Kind == "" || p.State == "floor" {
		return p.T("hint." + p.State)
	}
	return p.T("hint." + strings.ToLower(p.Kind))
}

// Won reports whether the player is on the side that won.
func (p *panel) Won() bool {
	return p.table.Winner != werewolf.NoTeam && p.table.Rules.Table.Team(p.Me.Role) == p.table.Winner
}

// Undecided reports whether nobody won.
func (p *panel) Undecided() bool { return p.table.Winner == werewolf.NoTeam }

// ID is the game's.
func (p *panel) ID() string { return p.table.ID }

// Me is the player whose page it is.
func (p *seatPage) Me() *story.Player { return p.Story.Player(p.Story.Perspective.Seat) }

// Allies are those whom one is told of at the start, for who is told.
func (p *seatPage) Allies() (all []werewolf.SeatID) {
	known := p.Story.Rules.Table.Known(p.Me().Role)
	for i := range p.Story.Players {
		o := &p.Story.Players[i]
		if known.Has(o.Role) && o.Seat != p.Story.Perspective.Seat && o.RoleAt == 0 {
			all = append(all, o.Seat)
		}
	}
	return all
}

// Roles are the roles of the setup with their numbers.
func (p *seatPage) Roles() (all []template.HTML) {
	for _, r := range p.InPlay() {
		all = append(all, p.H("rules.count", p.Story.Rules.Roles[r], p.RoleName(r)))
	}
	return all
}

// InPlay are the roles of the setup.
func (p *seatPage) InPlay() []werewolf.Role { return p.Story.Rules.Roles.InPlay().Slice() }

// Rule is what a role can do, in the words of the page.
func (p *seatPage) Rule(r werewolf.Role) string { return roletext.In(p.lang).Task(p.roles, r) }

// Ties says what becomes of a tie.
func (p *seatPage) Ties() string {
	if most := p.Story.Rules.Vote.MaxCount; most > 1 {
		return p.T("rules.tie.again", most)
	}
	return p.T("rules.tie")
}

// Open reports whether everybody speaks at any time.
func (p *seatPage) Open() bool { return p.Story.Rules.Talk.Mode == werewolf.Anytime }

// panelOf is what the seat is to do now.
func (s *Site) panelOf(w *words, v visit, st *story.Story, broken bool) *panel {
	p := &panel{words: w.of(st.Rules.Table), table: st, Me: st.Player(v.seat.ID), Address: s.at(v.room), Home: s.options.Base, State: "wait"}
	switch {
	case st.Over:
		p.State = "over"
	case broken:
		p.State = "broken"
	case p.Me.Cause != 0:
		p.State = "dead"
	}
	a := v.seat.Asked()
	if a == nil || p.State != "wait" {
		return p
	}
	q := &a.Request
	p.Number, p.Kind, p.Left = a.Number, q.Kind.String(), q.Left
	if !a.Until.IsZero() {
		p.Millis = max(1, a.Until.Sub(s.options.Now()).Milliseconds())
	}
	switch {
	case q.Kind.Chooses():
		p.State = "choose"
		for i := range q.Targets.Len() {
			p.Targets = append(p.Targets, q.Targets.Nth(i))
		}
	case q.Open:
		p.State = "floor"
	default:
		p.State = "speak"
	}
	if rec, _, _ := v.room.Game(); q.Kind.Speaks() {
		p.limit(&rec.Header, q)
	}
	return p
}

// limit takes what an utterance may have, and how it is said to a reader.
func (p *panel) limit(h *gamelog.Header, q *werewolf.Request) {
	l := utteranceLimits{*lengthRules(h, q.Kind), q.Left.Length, othersAt(h, q.Seat)}
	data, _ := json.Marshal(l) // numbers and strings have a form
	p.Limits = string(data)
	switch {
	case l.BaseLength == werewolf.NoLimit:
	case l.MentionLength == werewolf.NoLimit:
		p.Longest = []any{l.BaseLength}
	default:
		p.Longest = []any{l.BaseLength, l.MentionLength}
	}
}

// Limit says how much of an utterance is heard, "" where nothing limits it.
func (p *panel) Limit() string {
	switch len(p.Longest) {
	case 0:
		return ""
	case 1:
		return p.T("panel.longest", p.Longest...)
	default:
		return p.T("panel.longest.mention", p.Longest...)
	}
}

// seatPage shows the game to who plays in it.
func (s *Site) seatPage(w http.ResponseWriter, r *http.Request, status int, v visit, fault string, sure *question) {
	rec, over, _ := v.room.Game()
	if rec == nil || v.seat.ID == 0 {
		s.lobby(w, r, status, v, fault)
		return
	}
	c := s.chrome(r, "seat", "").about(&rec.Header.Rules)
	p := &seatPage{
		gamePage: gamePage{
			chrome: c, Story: story.Of(rec, perspectiveOf(v.seat)), Faces: s.faces.of(&rec.Header, s.options.Pictures), Live: !over,
		},
		Room: v.room, Address: s.at(v.room), Elsewhere: ownAddress(r) + s.at(v.room) + "?seat=" + v.seat.Token,
	}
	p.Title = p.T("seat.title", p.Me().Name)
	p.heard = readStory(p.Story)
	p.Panel, p.Sure = s.panelOf(p.words, v, p.Story, over), sure
	if sure != nil {
		p.Panel.Draft = r.PostForm.Get("text")
	}
	if fault != "" {
		p.Fault = p.T(fault)
	}
	s.reply(w, r, status, "seat", p)
}

// duty is what a seat's page is told about what is to be done.
type duty struct {
	State  string `json:"state"`
	Kind   string `json:"kind,omitempty"`
	Number int    `json:"number"`
	Millis int64  `json:"millis"`
	HTML   string `json:"html"`
	Say    string `json:"say"` // for who does not see it
}

// seatEvents tells a seat's page what happens and what is to be done, a lobby's page who is there.
func (s *Site) seatEvents(w http.ResponseWriter, r *http.Request, v visit) {
	if v.seat == nil {
		s.refuse(w, r, http.StatusForbidden, "error.seat")
		return
	}
	leave, ok := v.seat.Enter()
	if !ok {
		s.refuse(w, r, http.StatusTooManyRequests, "error.pace")
		return
	}
	defer leave()
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodGet {
		return
	}
	out := &eventStream{w: w, control: http.NewResponseController(w)}
	out.write("retry: 1000\n\n")
	f := &seatFollower{site: s, visit: v, words: s.pages.words[languageOf(r)], out: out, seen: lastSeen(r)}
	f.follow(r)
	_ = out.control.SetWriteDeadline(time.Time{}) // the connection goes on
}

// seatFollower is one open page of a player.
type seatFollower struct {
	site *Site
	visit
	words *words
	out   *eventStream
	seen  int    // entries that the page has
	told  string // the duty it was told last, but for the time
	here  *audience
}

// follow tells the page until the game is over or the page is gone.
func (f *seatFollower) follow(r *http.Request) {
	beats := time.NewTicker(beat)
	defer beats.Stop()
	for f.out.err == nil {
		rec, over, changed := f.room.Game()
		if rec == nil {
			f.tellLobby()
		} else if err := f.sendNews(r, rec, over); err != nil {
			f.site.options.Log.Error("seat", "error", err)
			return
		}
		if over {
			return
		}
		select {
		case <-changed:
		case <-beats.C:
			f.out.write(": still here\n\n")
		case <-r.Context().Done():
			return
		}
	}
}

// tellLobby tells who is there.
func (f *seatFollower) tellLobby() {
	names := shown(f.room.People())
	data, err := json.Marshal(map[string]any{"people": names, "missing": max(0, f.room.Settings.People-len(names))})
	if err == nil && string(data) != f.told {
		f.told = string(data)
		f.out.write(fmt.Sprintf("event: lobby\ndata: %s\n\n", data))
	}
}

// sendNews tells what is new, then what is to be done.
func (f *seatFollower) sendNews(r *http.Request, rec *gamelog.Record, over bool) error {
	if f.here == nil {
		f.out.write("event: begun\ndata: {}\n\n")
		st := story.New(&rec.Header, perspectiveOf(f.seat))
		f.here = &audience{page: &gamePage{chrome: f.site.chrome(r, "seat", "").about(st.Rules), Story: st, Live: true}, made: map[string]piece{}}
		f.here.page.heard = readStory(st)
	}
	frame, err := f.here.after(rec.Entries, f.seen, f.site.pages)
	if err != nil {
		return err
	}
	if frame.data != nil && frame.to > f.seen {
		f.out.write(fmt.Sprintf("id: %d\ndata: %s\n\n", frame.to, frame.data))
		f.seen = frame.to
	}
	p := f.site.panelOf(f.words, f.visit, f.here.page.Story, over)
	if mark := p.State + strconv.Itoa(p.Number); mark != f.told {
		f.told = mark
		return f.tellDuty(p)
	}
	return nil
}

func (f *seatFollower) tellDuty(p *panel) error {
	var b bytes.Buffer
	if err := f.site.pages.templates.ExecuteTemplate(&b, "panel", p); err != nil {
		return err
	}
	data, err := json.Marshal(duty{p.State, p.Kind, p.Number, p.Millis, b.String(), p.Heading()})
	if err == nil {
		f.out.write(fmt.Sprintf("event: duty\ndata: %s\n\n", data))
	}
	return err
}
