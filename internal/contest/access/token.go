package access

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// The roles of tokens, as the organisers' server has them.
const (
	PlayerToken   = "PLAYER"
	ReceiverToken = "RECEIVER"
	// OrganiserToken is for whoever may change a contest in its middle, and for all that a receiver may see.
	OrganiserToken = "ORGANISER"
	// SubstituteToken is for who plays for a team because the organiser wants it.
	SubstituteToken = "SUBSTITUTE"
)

var errToken = errors.New("no valid token")

// StrongKey is the shortest key, in bytes, that tokens are better signed with.
// WeakKey says why.
const (
	StrongKey = 16
	WeakKey   = "SECRET_KEY is shorter than 16 bytes: who has a token can try out such keys, and then make tokens; take a longer one"
)

// Claims are what a token says.
type Claims struct {
	Team   string `json:"team,omitempty"`
	Role   string `json:"role"`
	Player string `json:"player,omitempty"` // who a substitute is
	jwt.RegisteredClaims
}

// NewToken signs a token: of a player for its team, or of a receiver of the
// realtime feed. It is valid until the given time.
func NewToken(key []byte, role, team string, until time.Time) (string, error) {
	return Claims{Team: team, Role: role}.sign(key, until)
}

// NewSubstituteToken signs the token of a player that plays for a team.
func NewSubstituteToken(key []byte, team, player string, until time.Time) (string, error) {
	return Claims{Team: team, Role: SubstituteToken, Player: player}.sign(key, until)
}

func (c Claims) sign(key []byte, until time.Time) (string, error) {
	if len(key) == 0 {
		return "", errors.New("there is no key to sign a token with")
	}
	c.RegisteredClaims = jwt.RegisteredClaims{ExpiresAt: jwt.NewNumericDate(until), IssuedAt: jwt.NewNumericDate(time.Now())}
	return jwt.NewWithClaims(jwt.SigningMethodHS256, c).SignedString(key)
}

// Tokens check what requests show. The zero value asks for no tokens. It is safe for concurrent use.
type Tokens struct {
	key []byte // nil where no tokens are asked for
}

// NewTokens asks for tokens that are signed with the key, which is not empty.
func NewTokens(key []byte) Tokens { return Tokens{key: key} }

// Asked reports whether tokens are asked for at all.
func (t Tokens) Asked() bool { return len(t.key) > 0 }

// Player is who wants to play, nil where no tokens are asked for.
func (t Tokens) Player(r *http.Request) (*Claims, error) {
	if !t.Asked() {
		return nil, nil
	}
	return t.check(r, PlayerToken, SubstituteToken)
}

// Organiser reports whether the request may change the contest. Nobody may where no tokens are asked for.
func (t Tokens) Organiser(r *http.Request) bool {
	if !t.Asked() {
		return false
	}
	_, err := t.check(r, OrganiserToken)
	return err == nil
}

// Receiver reports whether the request may see what is for receivers only: everybody may where no tokens are asked for.
func (t Tokens) Receiver(r *http.Request) bool {
	if !t.Asked() {
		return true
	}
	_, err := t.check(r, ReceiverToken, OrganiserToken)
	return err == nil
}

// check reads the token of a request, ?token= or a bearer token, which must be for one of the roles.
func (t Tokens) check(r *http.Request, roles ...string) (*Claims, error) {
	text := r.URL.Query().Get("token")
	if text == "" {
		text, _ = strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	}
	var c Claims
	_, err := jwt.ParseWithClaims(text, &c, func(*jwt.Token) (any, error) { return t.key, nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}))
	if err != nil || !slices.Contains(roles, c.Role) || (c.Player != "") != (c.Role == SubstituteToken) {
		return nil, errToken // what exactly is wrong helps only who has none
	}
	return &c, nil
}
