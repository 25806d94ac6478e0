package main

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/golang-jwt/jwt/v5"

	"wolfden/internal/contest"
	"wolfden/internal/contest/access"
	"wolfden/internal/english"
)

// leagueAddress is where remote entries connect when the plan does not say.
const leagueAddress = "127.0.0.1:8080"

// listening is where the programs of remote entries connect.
func (l *plannedLeague) listening(parallel int, pace *leaguePace) (*listening, error) {
	seats := l.remoteSeats()
	var wanted []string
	for _, entry := range l.Spec.Entries {
		if n := seats[entry.Name]; n > 0 && entry.Exec == "" {
			wanted = append(wanted, fmt.Sprintf("%d of %s", n*parallel, entry.Name))
		}
	}
	address := cmp.Or(l.Listen, leagueAddress)
	if host, _, _ := net.SplitHostPort(address); len(wanted) > 0 && !l.Spec.Drawn && !pace.Foreseeable && !contest.OnlyHere(host) {
		return nil, fmt.Errorf("%s: seed: teams connect at %s, and whoever knows the seed knows every role before the game; "+
			"remove the key, listen on 127.0.0.1, or start with --foreseeable", l.path, address)
	}
	return &listening{address: address, wanted: fmt.Sprintf("for %s at a time it takes %s", english.Count(parallel, "game"), strings.Join(wanted, ", "))}, nil
}

// remoteSeats returns by remote entry the most seats that it has at one table.
func (l *plannedLeague) remoteSeats() map[string]int {
	most := map[string]int{}
	for _, g := range l.games {
		here := map[int]int{}
		for _, seat := range g.Seats {
			here[seat.Entry]++
		}
		for i, entry := range l.Spec.Entries {
			if entry.Remote {
				most[entry.Name] = max(most[entry.Name], here[i])
			}
		}
	}
	return most
}

// admission admits programs elsewhere by their tokens, where there is a key for them; nil admits everybody.
func admission() func(r *http.Request, team string) error {
	key := os.Getenv("SECRET_KEY")
	if key == "" {
		return nil
	}
	return func(r *http.Request, team string) error { return admitTeam([]byte(key), r, team) }
}

var errNotAdmitted = errors.New("no valid token of the team")

// admitTeam checks the token that wolfden token player makes: a bearer token, or
// ?token=.
func admitTeam(key []byte, r *http.Request, team string) error {
	text, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !bearer {
		text = r.URL.Query().Get("token")
	}
	claims := jwt.MapClaims{}
	_, err := jwt.ParseWithClaims(text, claims, func(*jwt.Token) (any, error) { return key, nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithExpirationRequired())
	if err != nil || claims["role"] != access.PlayerToken || claims["team"] != team {
		return errNotAdmitted
	}
	return nil
}
