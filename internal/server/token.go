package server

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// The roles of tokens, as the organisers' server has them.
const (
	PlayerToken   = "PLAYER"
	ReceiverToken = "RECEIVER"
)

var errToken = errors.New("no valid token")

// claims are what a token says.
type claims struct {
	Team string `json:"team,omitempty"`
	Role string `json:"role"`
	jwt.RegisteredClaims
}

// NewToken signs a token: of a player for its team, or of a receiver of the
// realtime feed. It is valid until the given time.
func NewToken(key []byte, role, team string, until time.Time) (string, error) {
	if len(key) == 0 {
		return "", errors.New("server: there is no key to sign a token with")
	}
	return jwt.NewWithClaims(jwt.SigningMethodHS256, claims{
		Team: team, Role: role,
		RegisteredClaims: jwt.RegisteredClaims{ExpiresAt: jwt.NewNumericDate(until), IssuedAt: jwt.NewNumericDate(time.Now())},
	}).SignedString(key)
}

// player is who wants to play, nil where no tokens are asked for.
func (g *guard) player(r *http.Request) (*claims, error) {
	if !g.tokens {
		return nil, nil
	}
	return g.check(r, PlayerToken)
}

// receiver reports whether the request may see what is for receivers only.
func (g *guard) receiver(r *http.Request) bool {
	if !g.tokens {
		return true
	}
	_, err := g.check(r, ReceiverToken)
	return err == nil
}

// check reads the token of a request: ?token=, or a bearer token.
func (g *guard) check(r *http.Request, role string) (*claims, error) {
	text := r.URL.Query().Get("token")
	if text == "" {
		text, _ = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	var c claims
	_, err := jwt.ParseWithClaims(text, &c, func(*jwt.Token) (any, error) { return g.key, nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}))
	if err != nil || c.Role != role {
		return nil, errToken // what exactly is wrong helps only who has none
	}
	return &c, nil
}
