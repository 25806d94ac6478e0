package bench

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/goccy/go-yaml"

	"wolfden/gamelog"
	"wolfden/internal/injection"
	"wolfden/internal/situation"
)

//go:embed suite.yml
var suiteText []byte

// Size is how much of the suite is played.
type Size string

// Quick is for a first look, and where a model costs; Full is for a verdict.
const (
	Quick Size = "quick"
	Full  Size = "full"
)

// Times is how often something is done, by size.
type Times struct {
	Quick int `yaml:"quick" json:"-"`
	Full  int `yaml:"full" json:"-"`
}

// Of is how often it is done in a size.
func (t Times) Of(s Size) int {
	if s == Full {
		return t.Full
	}
	return t.Quick
}

// Suite is what every contestant is measured by.
type Suite struct {
	Version    int           `yaml:"version"`
	System     string        `yaml:"system"` // who plays for a model
	Games      GamePlan      `yaml:"games"`
	Situations SituationPlan `yaml:"situations"`
	Injections InjectionPlan `yaml:"injections"`
}

// GamePlan is the games among players by rules.
type GamePlan struct {
	Version   int      `yaml:"version"`
	Opponents []string `yaml:"opponents"`
	Tables    []Table  `yaml:"tables"`
}

// Table is one kind of game.
type Table struct {
	Name    string `yaml:"name"`
	Players int    `yaml:"players"`
	Lang    string `yaml:"lang"`
	Seed    uint64 `yaml:"seed"`
	Times   `yaml:",inline"`
}

// SituationPlan is how the situations are given.
type SituationPlan struct {
	Seed  uint64 `yaml:"seed"`
	Times `yaml:",inline"`
}

// InjectionPlan is the pairs of games with hostile and with honest words; Times counts deals of a kind in a language.
type InjectionPlan struct {
	Version int              `yaml:"version"`
	Seed    uint64           `yaml:"seed"`
	Players int              `yaml:"players"`
	Langs   []string         `yaml:"langs"`
	Kinds   []injection.Kind `yaml:"kinds"`
	Times   `yaml:",inline"`
}

// Load is the suite of this program.
func Load() (*Suite, error) {
	s := new(Suite)
	if err := yaml.NewDecoder(bytes.NewReader(suiteText), yaml.Strict()).Decode(s); err != nil {
		return nil, fmt.Errorf("suite.yml: %w", err)
	}
	return s, nil
}

// Stamp tells what a part of the suite asks, whatever its size: two parts with one stamp ask the same.
type Stamp struct {
	Version int    `json:"version"`
	Digest  string `json:"digest"`
}

// GamesStamp is that of the games. plays stands for how the opponents play.
func (s *Suite) GamesStamp(plays string) Stamp {
	return Stamp{s.Games.Version, digest(s.Games, plays)}
}

// SituationsStamp is that of the situations, with all they hold.
func (s *Suite) SituationsStamp() (Stamp, error) {
	parts := []any{s.Situations}
	for _, name := range situation.Names() {
		text, err := situation.Text(name)
		if err != nil {
			return Stamp{}, err
		}
		parts = append(parts, name, string(text))
	}
	return Stamp{situation.SuiteVersion, digest(parts...)}, nil
}

// InjectionsStamp is that of the hostile words, with all that is said.
func (s *Suite) InjectionsStamp() (Stamp, error) {
	parts := []any{s.Injections}
	for _, lang := range s.Injections.Langs {
		lines, err := injection.Suite(lang)
		if err != nil {
			return Stamp{}, err
		}
		for _, kind := range s.Injections.Kinds {
			parts = append(parts, injection.Of(lines, kind))
		}
	}
	return Stamp{s.Injections.Version, digest(parts...)}, nil
}

// Plays stands for all that happens in some games.
func Plays(records []*gamelog.Record) string {
	var events []any
	for _, rec := range records {
		for i := range rec.Entries {
			if e := rec.Entries[i].Event; e != nil {
				events = append(events, e)
			}
		}
	}
	return digest(events...)
}

// digest stands for all of the values.
func digest(values ...any) string {
	text, _ := json.Marshal(values) // plain values
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}
