package viewer

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"wolfden/gamelog"
	"wolfden/internal/room"
	"wolfden/internal/viewer/story"
)

// playPage is the form that a room is made with.
type playPage struct {
	chrome
	Fault    string // what was wrong with the form that was sent, "" for nothing
	Settings room.Settings
	Name     string
	Kinds    []room.Kind
}

// lobbyPage is a room that waits, for those in it and for those before its door.
type lobbyPage struct {
	chrome
	Fault   string
	Room    *room.Room
	Seat    *room.Seat
	People  []string
	Invite  string // the address that invites
	Address string // of the room's pages
}

// play offers to make a room.
func (s *Site) play(w http.ResponseWriter, r *http.Request) {
	settings := s.options.Table
	if lang := known(r.URL.Query().Get("lang")); lang != "" || settings.Lang == "" {
		settings.Lang = languageOf(r)
	}
	s.offer(w, r, http.StatusOK, settings, "")
}

// offer shows the form with the settings in it.
func (s *Site) offer(w http.ResponseWriter, r *http.Request, status int, settings room.Settings, fault string) {
	p := playPage{chrome: s.chrome(r, "play", ""), Settings: settings, Kinds: s.options.Rooms.Kinds(), Name: r.PostForm.Get("name")}
	p.Title = p.T("play.title")
	if fault != "" {
		p.Fault = p.T(fault)
	}
	s.reply(w, r, status, "play", &p)
}

// firstTable are the settings that the form begins with.
func firstTable(given room.Settings, kinds []room.Kind) room.Settings {
	if given.Players == 0 {
		given.Players = 5
	}
	if given.People == 0 {
		given.People = 1
	}
	if given.Answer == 0 {
		given.Answer = 2 * time.Minute
	}
	if given.Floor == 0 {
		given.Floor = 4 * time.Minute
	}
	if len(given.Bots) == 0 && len(kinds) > 0 {
		given.Bots = []string{kinds[0].Name}
	}
	return given
}

// readSettings reads the form. What makes no sense is left for the room to refuse.
func readSettings(form url.Values) room.Settings {
	number := func(key string) int {
		n, _ := strconv.Atoi(form.Get(key)) // 0 is refused
		return min(max(n, -1), 1_000_000)
	}
	s := room.Settings{
		Players: number("players"), People: number("people"), Lang: form.Get("language"),
		Answer: time.Duration(number("answer")) * time.Second, Open: form.Get("talk") == "open",
		Floor: time.Duration(number("floor")) * time.Minute,
	}
	for _, name := range form["bots"] {
		if name != "" {
			s.Bots = append(s.Bots, name)
		}
	}
	return s
}

// Setups are the numbers of players to choose from.
func (p *playPage) Setups() []int { return []int{5, 9, 13} }

// Counts are the numbers of people to choose from.
func (p *playPage) Counts() (all []int) {
	for n := 1; n <= 13; n++ {
		all = append(all, n)
	}
	return all
}

// Answers are the times for an answer to choose from, in seconds.
func (p *playPage) Answers() []int { return []int{30, 60, 120, 180, 300, 600} }

// Floors are the lengths of a day's open talk to choose from, in minutes.
func (p *playPage) Floors() []int { return []int{1, 2, 3, 4, 6, 10, 15, 20} }

// About is a line on a built-in player.
func (p *playPage) About(k room.Kind) string {
	if text, ok := p.text["kind."+k.Name]; ok {
		return text
	}
	return k.Summary
}

// Chosen reports whether the form has the player ticked.
func (p *playPage) Chosen(name string) bool {
	for _, b := range p.Settings.Bots {
		if b == name {
			return true
		}
	}
	return false
}

// Seconds is the time for an answer in the form.
func (p *playPage) Seconds() int { return int(p.Settings.Answer.Seconds()) }

// Minutes is how long the form has the open talk.
func (p *playPage) Minutes() int { return int(p.Settings.Floor.Minutes()) }

// lobby shows a room that waits.
func (s *Site) lobby(w http.ResponseWriter, r *http.Request, status int, v visit, fault string) {
	p := lobbyPage{
		chrome: s.chrome(r, "lobby", ""), Room: v.room, Seat: v.seat, Address: s.at(v.room), People: shown(v.room.People()),
	}
	p.Title = p.T("lobby.title")
	p.Invite = ownAddress(r) + p.Address
	if fault != "" {
		p.Fault = p.T(fault)
	}
	s.reply(w, r, status, "lobby", &p)
}

func shown(names []string) (all []string) {
	for _, n := range names {
		all = append(all, story.Show(n))
	}
	return all
}

// Missing is how many people the room waits for.
func (p *lobbyPage) Missing() int { return max(0, p.Room.Settings.People-len(p.People)) }

// Seconds is the time for an answer.
func (p *lobbyPage) Seconds() int { return int(p.Room.Settings.Answer.Seconds()) }

// Minutes is how long everybody may speak on a day with an open floor.
func (p *lobbyPage) Minutes() int { return int(p.Room.Settings.Floor.Minutes()) }

// roomGames are the rooms as games that go on.
type roomGames struct{ hub *room.Hub }

// IDs are the games that go on.
func (g roomGames) IDs() []string { return g.hub.IDs() }

// Game is the game with the id, nil where there is none.
func (g roomGames) Game(id string) Running {
	if rm := g.hub.Game(id); rm != nil {
		return watched{rm}
	}
	return nil
}

type watched struct{ room *room.Room }

// Now is the game so far.
func (w watched) Now() (*gamelog.Record, <-chan struct{}) { return w.room.Now() }
