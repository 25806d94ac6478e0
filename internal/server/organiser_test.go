package server

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/internal/contest"
	"wolfden/internal/contest/access"
)

const organised = `
server: {data_dir: DIR, authentication: {enable: true}}
matching: {self_match: false, is_optimize: true, game_count: 4, output_path: DIR/journal.jsonl}
teams: [ann, bob, cid, dan, eve, fay]
`

// Only the organiser changes the contest, and sees who will meet whom.
func TestOrganiser(t *testing.T) {
	s := start(t, t.TempDir(), organised)
	for _, c := range []struct {
		role, method, body string
		status             int
		has                string
	}{
		{"", http.MethodGet, "", http.StatusUnauthorized, "token"},
		{access.PlayerToken, http.MethodGet, "", http.StatusUnauthorized, "token"},
		{access.ReceiverToken, http.MethodGet, "", http.StatusOK, `"missing":[{"team":"`},
		{access.OrganiserToken, http.MethodGet, "", http.StatusOK, `"unbegun":[{"match":"1-`},
		{"", http.MethodPost, `{"do":"pause"}`, http.StatusUnauthorized, "organiser's token"},
		{access.ReceiverToken, http.MethodPost, `{"do":"pause"}`, http.StatusUnauthorized, "organiser's token"},
		{access.PlayerToken, http.MethodPost, `{"do":"pause"}`, http.StatusUnauthorized, "organiser's token"},
		{access.OrganiserToken, http.MethodPost, `{"do":"pause"}`, http.StatusOK, `"done":["main"]`},
		{access.OrganiserToken, http.MethodPost, `{"do":"pause"}`, http.StatusConflict, "is paused already"},
		{access.OrganiserToken, http.MethodPost, `{"do":"resume","track":"main"}`, http.StatusOK, `"done":["main"]`},
		{access.OrganiserToken, http.MethodPost, `{"do":"resume","track":"other"}`, http.StatusConflict, `no division with a plan is called`},
		{access.OrganiserToken, http.MethodPost, `{"do":"dance"}`, http.StatusConflict, "nothing that can be ordered"},
		{access.OrganiserToken, http.MethodPost, `{"do":"key"}`, http.StatusConflict, "nothing that can be ordered"},
		{access.OrganiserToken, http.MethodPost, `{"do":"substitute","team":"ann","player":"plain"}`, http.StatusConflict, "nobody can play for a team here"},
		{access.OrganiserToken, http.MethodPost, `{"do":"pause","sudo":true}`, http.StatusBadRequest, "no order"},
		{access.OrganiserToken, http.MethodPost, `{"team":"` + strings.Repeat("x", maxOrder) + `"}`, http.StatusBadRequest, "no order"},
	} {
		var header []string
		if c.role != "" {
			header = bearer(t, c.role)
		}
		answer, body := s.ask(t, c.method, ContestPath, c.body, header...)
		if answer.StatusCode != c.status || !strings.Contains(string(body), c.has) {
			t.Errorf("%s %s %.60s: %s, %s", c.role, c.method, c.body, answer.Status, body)
		}
		if c.role == access.ReceiverToken && strings.Contains(string(body), "unbegun") {
			t.Errorf("a receiver learns who will meet whom: %s", body)
		}
	}
	var told Told
	if _, body := s.get(t, ContestPath, bearer(t, access.OrganiserToken)...); json.Unmarshal(body, &told) != nil || len(told.Tracks) != 1 ||
		told.Tracks[0].State != contest.StateWaits || len(told.Tracks[0].Unbegun) != 4 {
		t.Errorf("%s", body)
	}
}

// A server that is told so ends with its contest, and no other does.
func TestExitWhenOver(t *testing.T) {
	for _, exits := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			s, err := begin(t, t.TempDir(), strings.Replace(organised, "matching: {", "matching: {end: 2000-01-01T01:00:00Z, ", 1), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer s.stop()
			s.exits = exits
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Hour)
			defer cancel()
			select {
			case <-s.over(ctx.Done()):
				if hour := time.Now().Hour(); !exits || hour != 1 {
					t.Errorf("exits %v: over at %v", exits, time.Now())
				}
			case <-ctx.Done():
				if exits {
					t.Error("the server goes on")
				}
			}
		})
	}
}
