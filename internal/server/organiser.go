package server

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"wolfden/internal/contest"
	"wolfden/internal/contest/matching"
	"wolfden/internal/spectate"
)

// ContestPath is where the contest is asked how far it is (GET), and told what its organiser wants (POST).
const ContestPath = "/api/v1/contest"

// Order is the body of what an organiser wants: an order, and the track that it is for; "" is all that it concerns.
type Order struct {
	Track string `json:"track,omitempty"`
	matching.Order
}

// Told is the answer: how far the tracks are, and what became of an order.
type Told struct {
	contest.Carried
	Tracks []contest.Status `json:"tracks"`
}

// maxOrder is the longest body, in bytes.
const maxOrder = 4 << 10

// Statuses are how far the tracks are, nil when the server is closing. It is safe for concurrent use.
func (s *Server) Statuses() []contest.Status {
	all, err := s.contest.Statuses()
	if err != nil {
		return nil
	}
	return all
}

// status tells how far the contest is. Who will meet whom is for the organiser alone.
func (s *Server) status(w http.ResponseWriter, r *http.Request) {
	if !s.tokens.Receiver(r) {
		spectate.Refuse(w, http.StatusUnauthorized, "this takes the token of a receiver or the organiser")
		return
	}
	s.tell(w, contest.Carried{}, s.MayOrganise(r))
}

func (s *Server) tell(w http.ResponseWriter, done contest.Carried, all bool) {
	tracks, err := s.contest.Statuses()
	if err != nil {
		spectate.Refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	for i := range tracks {
		if !all {
			tracks[i].Unbegun = nil
		}
	}
	spectate.Reply(w, http.StatusOK, Told{done, tracks})
}

// order carries out what the organiser wants.
func (s *Server) order(w http.ResponseWriter, r *http.Request) {
	if !s.MayOrganise(r) {
		spectate.Refuse(w, http.StatusUnauthorized, "this takes the organiser's token, on a server with server.authentication.enable: true")
		return
	}
	var o Order
	body := json.NewDecoder(io.LimitReader(r.Body, maxOrder))
	body.DisallowUnknownFields()
	if err := body.Decode(&o); err != nil {
		spectate.Refuse(w, http.StatusBadRequest, fmt.Sprintf("this is no order: %v", err))
		return
	}
	done, err := s.contest.Order(o.Track, o.Order)
	if err != nil {
		spectate.Refuse(w, http.StatusConflict, err.Error())
		return
	}
	if len(done.Done) == 0 {
		var whys []string
		for _, track := range slices.Sorted(maps.Keys(done.Failed)) {
			whys = append(whys, track+": "+done.Failed[track])
		}
		spectate.Refuse(w, http.StatusConflict, strings.Join(whys, "; "))
		return
	}
	s.tell(w, done, true)
}

// lookEvery is how often it is looked whether the contest is over.
const lookEvery = time.Second

// over is closed when the contest is over, where the server ends then.
func (s *Server) over(done <-chan struct{}) <-chan struct{} {
	if !s.exits {
		return nil
	}
	over := make(chan struct{})
	go func() {
		ticker := time.NewTicker(lookEvery)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				if s.contest.Over() {
					close(over)
					return
				}
			}
		}
	}()
	return over
}
