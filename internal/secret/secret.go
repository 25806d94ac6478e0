// Package secret draws random numbers that nobody else can compute.
//
// The law of the package: what is drawn with a key gives away neither the key nor anything else drawn with it. So those
// who play the next game may read everything that becomes public of the last.
package secret

import (
	"crypto/hmac"
	cryptorand "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/oklog/ulid/v2"
)

// Key is what chance is drawn with, 128 bits. The zero Key is known to everybody. It is a value and safe for concurrent
// use. As text it is 32 hexadecimal digits.
type Key [16]byte

// NewKey is a key that nobody knows.
func NewKey() (k Key) {
	_, _ = cryptorand.Read(k[:]) // never fails
	return k
}

// KeyOf is the key of a seed: for games that come again, whoever knows the seed knows them.
func KeyOf(seed uint64) (k Key) {
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64([]byte("seed"), seed))
	copy(k[:], sum[:])
	return k
}

// Seed is a seed for an occasion: a word for what it is for, and numbers. Another occasion has another seed, from which
// this one cannot be told.
func (k Key) Seed(what string, n ...int) uint64 {
	sum := k.sum(what, n)
	return binary.LittleEndian.Uint64(sum[:])
}

// Stream is as much chance as is wanted for an occasion; nobody can tell from a part of it what comes next.
func (k Key) Stream(what string, n ...int) *rand.ChaCha8 { return rand.NewChaCha8(k.sum(what, n)) }

func (k Key) sum(what string, n []int) (sum [sha256.Size]byte) {
	h := hmac.New(sha256.New, k[:])
	_, _ = fmt.Fprintf(h, "%q %d", what, n) // a hash takes everything
	h.Sum(sum[:0])
	return sum
}

// MarshalText implements encoding.TextMarshaler.
func (k Key) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, k[:]), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *Key) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != len(k) {
		return errors.New("a key has 32 hexadecimal digits")
	}
	copy(k[:], b)
	return nil
}

// Seed is a seed that nobody can compute, for one game.
func Seed() uint64 {
	var b [8]byte
	_, _ = cryptorand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}

// ID is an id for one game, a ULID: ids sort by time, and the rest of one tells nothing of another.
func ID() string { return ulid.MustNew(ulid.Now(), cryptorand.Reader).String() }
