package viewer

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"wolfden/internal/room"
	"wolfden/internal/viewer/story"
)

// seatCookie holds the token of a seat, for the pages of its room only.
const seatCookie = "wolfden-seat"

// keepSeat is how long a browser keeps a seat: longer than any game.
const keepSeat = 24 * time.Hour

// longestForm is the largest answer or form that is read, in bytes.
const longestForm = 32 << 10

// playing are the pages to play at; they are there where there are rooms.
func (s *Site) playing() []route {
	if s.options.Rooms == nil {
		return nil
	}
	return []route{
		{"GET", "play", s.play},
		{"POST", "play", s.changing(s.makeRoom)},
		{"GET", "play/{room}", s.atRoom(s.showRoom)},
		{"GET", "play/{room}/events", s.atRoom(s.seatEvents)},
		{"POST", "play/{room}/join", s.changing(s.atRoom(s.join))},
		{"POST", "play/{room}/seat", s.changing(s.atRoom(s.takeSeat))},
		{"POST", "play/{room}/start", s.changing(s.atRoom(s.start))},
		{"POST", "play/{room}/answer", s.changing(s.atRoom(s.answer))},
	}
}

// changing lets through what comes from a page of this site, at a pace that people keep to.
func (s *Site) changing(next http.HandlerFunc) http.HandlerFunc {
	protection := http.NewCrossOriginProtection()
	return func(w http.ResponseWriter, r *http.Request) {
		switch {
		case protection.Check(r) != nil:
			s.refuse(w, r, http.StatusForbidden, "error.foreign")
		case !s.pace.allow(r, s.options.Now()):
			w.Header().Set("Retry-After", "5")
			s.refuse(w, r, http.StatusTooManyRequests, "error.pace")
		default:
			r.Body = http.MaxBytesReader(w, r.Body, longestForm)
			if r.ParseForm() != nil {
				s.refuse(w, r, http.StatusBadRequest, "error.form")
				return
			}
			next(w, r)
		}
	}
}

// visit is a request to a room.
type visit struct {
	room *room.Room
	seat *room.Seat // of who asks, nil for who has none here
}

// atRoom finds the room of the address, and the seat of who asks.
func (s *Site) atRoom(next func(http.ResponseWriter, *http.Request, visit)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "private, no-store")
		v := visit{room: s.options.Rooms.Room(r.PathValue("room"))}
		if v.room == nil {
			s.refuse(w, r, http.StatusNotFound, "error.room")
			return
		}
		if c, err := r.Cookie(seatCookie); err == nil {
			v.seat = s.seatOf(v.room, c.Value)
		}
		next(w, r, v)
	}
}

// seatOf is the room's seat with the token, nil when it has none.
func (s *Site) seatOf(rm *room.Room, token string) *room.Seat {
	if seat := s.options.Rooms.Seat(token); seat != nil && seat.Room == rm {
		return seat
	}
	return nil
}

// at is the address of a room's page.
func (s *Site) at(rm *room.Room) string {
	return s.options.Base + "play/" + url.PathEscape(rm.Invitation)
}

// sit gives the browser the seat to keep.
func (s *Site) sit(w http.ResponseWriter, r *http.Request, seat *room.Seat) {
	http.SetCookie(w, &http.Cookie{
		Name: seatCookie, Value: seat.Token, Path: s.at(seat.Room), MaxAge: int(keepSeat.Seconds()),
		HttpOnly: true, Secure: encrypted(r), SameSite: http.SameSiteLaxMode,
	})
}

// makeRoom makes a room and seats who asks for it.
func (s *Site) makeRoom(w http.ResponseWriter, r *http.Request) {
	if !s.founding.allow(r, s.options.Now()) {
		w.Header().Set("Retry-After", "60")
		s.refuse(w, r, http.StatusTooManyRequests, "error.pace")
		return
	}
	settings := readSettings(r.PostForm)
	if _, err := room.CleanName(r.PostForm.Get("name")); err != nil {
		s.offer(w, r, http.StatusBadRequest, settings, "error.name")
		return
	}
	rm, err := s.options.Rooms.Create(settings, neighbourhood(r).String())
	if err != nil {
		s.offer(w, r, http.StatusBadRequest, settings, s.reason(err))
		return
	}
	s.joinAs(w, r, rm)
}

func (s *Site) join(w http.ResponseWriter, r *http.Request, v visit) {
	if v.seat != nil {
		http.Redirect(w, r, s.at(v.room), http.StatusSeeOther)
		return
	}
	s.joinAs(w, r, v.room)
}

func (s *Site) joinAs(w http.ResponseWriter, r *http.Request, rm *room.Room) {
	seat, err := rm.Join(r.PostForm.Get("name"))
	if seat != nil {
		s.sit(w, r, seat) // also when the game cannot begin: it may later
	}
	if err != nil && !errors.Is(err, room.ErrStarted) {
		s.lobby(w, r, http.StatusConflict, visit{room: rm, seat: seat}, s.reason(err))
		return
	}
	http.Redirect(w, r, s.at(rm), http.StatusSeeOther) // who comes too late may watch
}

// reason is the key of the words for an error of a room. What is nobody's fault here is told to the log.
func (s *Site) reason(err error) string {
	for _, known := range []struct {
		err error
		key string
	}{
		{room.ErrName, "error.name"}, {room.ErrFull, "error.taken"}, {room.ErrTables, "error.tables"}, {room.ErrStarted, "error.started"},
		{room.ErrSettings, "error.settings"}, {room.ErrNotAsked, "error.late"}, {room.ErrAnswer, "error.answer"},
	} {
		if errors.Is(err, known.err) {
			return known.key
		}
	}
	s.options.Log.Error("room", "error", err)
	return "error.begin"
}

func (s *Site) start(w http.ResponseWriter, r *http.Request, v visit) {
	if v.seat == nil || !v.seat.Host {
		s.refuse(w, r, http.StatusForbidden, "error.seat")
		return
	}
	if err := v.room.Start(); err != nil && !errors.Is(err, room.ErrStarted) {
		s.lobby(w, r, http.StatusConflict, v, s.reason(err))
		return
	}
	http.Redirect(w, r, s.at(v.room), http.StatusSeeOther)
}

// answer takes what a seat says or whom it chooses. A script is answered with nothing but the status and
// a sentence, or the question whether it is meant.
func (s *Site) answer(w http.ResponseWriter, r *http.Request, v visit) {
	if v.seat == nil {
		s.refuse(w, r, http.StatusForbidden, "error.seat")
		return
	}
	script := r.Header.Get("Accept") == "text/plain"
	if q := s.unsure(r, v); q != nil {
		s.askAgain(w, r, v, q, script)
		return
	}
	err := answerFromForm(v.seat, r.PostForm)
	if !script {
		if err != nil {
			s.seatPage(w, r, http.StatusConflict, v, s.reason(err), nil)
			return
		}
		http.Redirect(w, r, s.at(v.room), http.StatusSeeOther)
		return
	}
	if err != nil {
		words := s.pages.words[languageOf(r)]
		http.Error(w, words.T(s.reason(err)), http.StatusConflict)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// askAgain answers with the question: to a script as a piece of its page, which has not failed.
func (s *Site) askAgain(w http.ResponseWriter, r *http.Request, v visit, q *question, script bool) {
	if !script {
		s.seatPage(w, r, http.StatusPreconditionRequired, v, "", q)
		return
	}
	s.reply(w, r, http.StatusOK, "sure", q)
}

// answerFromForm hands the form's answer to the seat.
func answerFromForm(seat *room.Seat, form url.Values) error {
	number, err := strconv.Atoi(form.Get("number"))
	if err != nil {
		return room.ErrAnswer
	}
	switch form.Get("do") {
	case "say":
		return seat.Say(number, form.Get("text"))
	case "skip":
		return seat.Pass(number)
	case "over":
		return seat.Finish(number)
	case "choose":
		target, err := strconv.Atoi(form.Get("target"))
		if err != nil {
			return room.ErrAnswer
		}
		return seat.Choose(number, target)
	default:
		return room.ErrAnswer
	}
}

// showRoom shows the room as it is to who asks: a door, a table that waits, a game.
func (s *Site) showRoom(w http.ResponseWriter, r *http.Request, v visit) {
	if token := r.URL.Query().Get("seat"); token != "" {
		seat := s.seatOf(v.room, token)
		if seat != nil && v.seat != nil && seat != v.seat { // somebody's link takes nobody's seat away
			p := swapPage{s.chrome(r, "play", ""), s.at(v.room), token}
			p.Title = p.T("swap.title")
			s.reply(w, r, http.StatusConflict, "swap", &p)
			return
		}
		if seat != nil {
			s.sit(w, r, seat)
		}
		http.Redirect(w, r, s.at(v.room), http.StatusSeeOther) // a token does not stay in the address
		return
	}
	rec, _, _ := v.room.Game()
	switch {
	case rec == nil:
		s.lobby(w, r, http.StatusOK, v, "")
	case v.seat == nil:
		http.Redirect(w, r, s.options.Base+"games/"+url.PathEscape(rec.Header.ID), http.StatusSeeOther)
	default:
		s.seatPage(w, r, http.StatusOK, v, "", nil)
	}
}

// swapPage asks who has a seat in the room whether this browser shall have another one.
type swapPage struct {
	chrome
	Address, Token string
}

// takeSeat gives this browser a seat in the place of the one that it has.
func (s *Site) takeSeat(w http.ResponseWriter, r *http.Request, v visit) {
	if seat := s.seatOf(v.room, r.PostForm.Get("seat")); seat != nil {
		s.sit(w, r, seat)
	}
	http.Redirect(w, r, s.at(v.room), http.StatusSeeOther)
}

// perspectiveOf returns the perspective of a seat: what it knows, and in the end how the game ended.
func perspectiveOf(seat *room.Seat) story.Perspective {
	return story.Perspective{Seat: seat.ID, End: true}
}
