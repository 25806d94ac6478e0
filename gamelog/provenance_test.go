package gamelog

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// Records of every version that there was are read, verify, and are written again byte for byte.
func TestOldRecords(t *testing.T) {
	paths, err := filepath.Glob("testdata/old/*.jsonl")
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d old records, %v", len(paths), err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Verify(data); err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		rec, err := Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		if rec.Header.Version != 1 || rec.Header.Provenance != nil {
			t.Errorf("%s: version %d, provenance %v", path, rec.Header.Version, rec.Header.Provenance)
		}
		var again bytes.Buffer
		if err := Write(&again, rec); err != nil || !bytes.Equal(again.Bytes(), data) {
			t.Errorf("%s: it is written otherwise: %v", path, err)
		}
	}
}

// What a record says of its making survives being written and read, changes no event, and costs nothing where it is empty.
func TestProvenance(t *testing.T) {
	heat := 0.7
	full := Provenance{
		Program: "0.2.0", Commit: "abc", Command: "league", Source: "a/game1.log", Plan: "spring", Setup: "5 players", Round: 3, Deal: 2, Match: "m1",
		Players: []Entrant{
			{Entry: "quiet", Player: "chaos", Option: "silent", Off: []string{"memo"}, Lang: "ja"},
			{Person: true}, {Entry: "kitsune", Remote: true}, {},
			{Player: "kanolab", Model: "openai:x", Tasks: map[string]Generation{"word": {Prompt: "0a1b", Temperature: &heat, MaxTokens: 200}}},
		},
	}
	data, err := os.ReadFile("testdata/old/v1_5.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	rec, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	rec.Header.Version, rec.Header.Provenance = Version, &full
	var out bytes.Buffer
	if err := Write(&out, rec); err != nil {
		t.Fatal(err)
	}
	again, err := Verify(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(again.Header.Provenance, &full) {
		t.Errorf("read as %+v", again.Header.Provenance)
	}
	_, was, _ := strings.Cut(string(data), "\n")
	if _, is, _ := strings.Cut(out.String(), "\n"); is != was {
		t.Error("the provenance changes the game")
	}
	if text, err := json.Marshal(Provenance{Players: []Entrant{{}}}); err != nil || string(text) != `{"players":[{}]}` {
		t.Errorf("nothing is written as %s, %v", text, err)
	}
	out.Reset()
	rec.Header.Provenance = nil
	if err := Write(&out, rec); err != nil || strings.Contains(out.String(), "provenance") {
		t.Errorf("no provenance is written as one: %v", err)
	}
}
