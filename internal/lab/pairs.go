package lab

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"wolfden/internal/csvtable"
)

// Blind is a pair for raters who must not know which is which.
type Blind struct {
	ID     int      `json:"id"`
	Before []string `json:"before"`
	Player string   `json:"player"`
	A      string   `json:"a"`
	B      string   `json:"b"`
}

// Key tells which side of a blind pair had the element.
type Key struct {
	ID   int    `json:"id"`
	With string `json:"with"` // "a" or "b"
}

// Blinded shuffles pairs and their sides.
func Blinded(pairs []Pair, seed uint64) (forms []Blind, keys []Key) {
	rng := rand.New(rand.NewPCG(seed, 0x626c696e64))
	for id, i := range rng.Perm(len(pairs)) {
		p := &pairs[i]
		f := Blind{ID: id + 1, Before: p.Before, Player: p.Player, A: p.With, B: p.Without}
		k := Key{ID: id + 1, With: "a"}
		if rng.IntN(2) == 1 {
			f.A, f.B, k.With = f.B, f.A, "b"
		}
		forms, keys = append(forms, f), append(keys, k)
	}
	return forms, keys
}

// Files of pairs.
const (
	FormFile  = "form.html"
	KeyFile   = "key.csv"
	pairsFile = "pairs.csv" // blind
	wholeFile = "pairs.jsonl"
)

// WritePairs writes pairs for raters into a folder, blind, their key, and the pairs whole. It refuses to overwrite the key of other pairs,
// because without it the raters' answers would be lost.
func WritePairs(dir, lang string, seed uint64, pairs []Pair) error {
	forms, keys := Blinded(pairs, seed)
	rows, sides := [][]string{{"id", "player", "before", "a", "b"}}, [][]string{{"id", "with"}}
	for i, f := range forms {
		rows = append(rows, []string{strconv.Itoa(f.ID), f.Player, strings.Join(f.Before, "\n"), f.A, f.B})
		sides = append(sides, []string{strconv.Itoa(keys[i].ID), keys[i].With})
	}
	var blind, key, form, whole bytes.Buffer
	err := errors.Join(csvtable.Write(&blind, rows), csvtable.Write(&key, sides), WriteForm(&form, lang, forms))
	enc := json.NewEncoder(&whole)
	for i := range pairs {
		err = errors.Join(err, enc.Encode(&pairs[i]))
	}
	before, reading := os.ReadFile(filepath.Join(dir, KeyFile))
	switch {
	case errors.Is(reading, fs.ErrNotExist):
	case err != nil || reading != nil:
		return errors.Join(err, reading)
	case !bytes.Equal(before, key.Bytes()):
		return fmt.Errorf("%s is the key of other pairs, and what raters said of them needs it: name another folder with -o", filepath.Join(dir, KeyFile))
	}
	for _, file := range []struct {
		name string
		text *bytes.Buffer
	}{{pairsFile, &blind}, {KeyFile, &key}, {FormFile, &form}, {wholeFile, &whole}} {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, file.name), file.text.Bytes(), 0o644))
	}
	return err
}

// ReadKey reads which side of each pair had the element.
func ReadKey(r io.Reader) (keys []Key, err error) {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	for i, row := range rows[min(1, len(rows)):] {
		id, err := strconv.Atoi(row[0])
		if err != nil || len(row) != 2 || row[1] != "a" && row[1] != "b" {
			return nil, fmt.Errorf("line %d is no pair and side of a key", i+2)
		}
		keys = append(keys, Key{ID: id, With: row[1]})
	}
	if len(keys) == 0 {
		return nil, errors.New("no pair")
	}
	return keys, nil
}
