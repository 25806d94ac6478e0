package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"wolfden/internal/contest"
	"wolfden/internal/contest/access"
	"wolfden/internal/english"
	"wolfden/internal/league"
	"wolfden/internal/league/lobby"
)

// leagueAddress is where remote entries connect when the plan does not say.
const leagueAddress = "127.0.0.1:8080"

// lobby listens for the programs of remote entries. If there are none, it returns nil and a close function
// that does nothing.
func (l *plannedLeague) lobby(e *env, parallel int, foreseeable bool) (league.Guests, func(), error) {
	seats := l.remoteSeats()
	if len(seats) == 0 {
		return nil, func() {}, nil
	}
	options := lobby.Options{Log: newLog(e.stderr, false, false)}
	var wanted []string
	for _, entry := range l.Spec.Entries {
		if n := seats[entry.Name]; n > 0 {
			options.Teams = append(options.Teams, entry.Name)
			wanted = append(wanted, fmt.Sprintf("%d of %s", n*parallel, entry.Name))
		}
	}
	if key := os.Getenv("SECRET_KEY"); key != "" {
		options.Admit = func(r *http.Request, team string) error { return admitTeam([]byte(key), r, team) }
	}
	address := l.Listen
	if address == "" {
		address = leagueAddress
	}
	if host, _, _ := net.SplitHostPort(address); !l.Spec.Drawn && !foreseeable && !contest.OnlyHere(host) {
		return nil, nil, fmt.Errorf("%s: seed: teams connect at %s, and whoever knows the seed knows every role before the game; "+
			"remove the key, listen on 127.0.0.1, or start with --foreseeable", l.path, address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, nil, fmt.Errorf("league: cannot listen for remote entries: %w; name another address with listen", err)
	}
	guests := lobby.New(options)
	web := &http.Server{Handler: guests, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10}
	go func() { _ = web.Serve(listener) }()
	fmt.Fprintf(e.stderr, "remote entries connect to ws://%s/ws; for %s at a time it takes %s\n",
		listener.Addr(), english.Count(parallel, "game"), strings.Join(wanted, ", "))
	return guests, func() { _ = web.Close() }, nil
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
