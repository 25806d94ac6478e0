package gamelog

import (
	"encoding/json"
	"fmt"

	"wolfden/internal/strictjson"
	"wolfden/werewolf"
)

// Header is the first line of a record. It holds everything the game was started with.
type Header struct {
	Version int
	ID      string // a ULID
	Started int64  // Unix milliseconds
	Lang    string
	Seed    uint64
	Rules   werewolf.Rules
	Seats   []werewolf.Seat // with their roles, drawn or fixed
	// Foreign marks a game played on another server. Its draws of chance do not follow from the seed but are
	// listed here, in the order in which they were needed.
	Foreign bool
	Draws   []werewolf.SeatID
	// Branches says from which other game this one goes on, and from which one that did, the latest last.
	Branches []Branch
	// Provenance is nil in records of version 1, and where nothing is known.
	Provenance *Provenance
}

// headerLine is the JSON form of the header. The seats' roles go by their names in the table of the rules.
type headerLine struct {
	Version    int               `json:"wolfden"`
	ID         string            `json:"game"`
	Started    int64             `json:"started"`
	Lang       string            `json:"lang,omitempty"`
	Seed       uint64            `json:"seed,string"`
	Rules      werewolf.Rules    `json:"rules"`
	Seats      []seatLine        `json:"seats"`
	Foreign    bool              `json:"foreign,omitempty"`
	Draws      []werewolf.SeatID `json:"draws,omitempty"`
	Branches   []Branch          `json:"branches,omitempty"`
	Provenance *Provenance       `json:"provenance,omitempty"`
}

// seatLine is the JSON form of a seat.
type seatLine struct {
	werewolf.Seat

	Role string `json:"role,omitempty"`
}

// MarshalJSON writes the header as the first line of a record.
func (h Header) MarshalJSON() ([]byte, error) {
	line := headerLine{h.Version, h.ID, h.Started, h.Lang, h.Seed, h.Rules, nil, h.Foreign, h.Draws, h.Branches, h.Provenance}
	if h.Seats != nil {
		line.Seats = make([]seatLine, len(h.Seats))
	}
	for i, s := range h.Seats {
		line.Seats[i] = seatLine{s, h.Rules.Table.Name(s.Role)}
	}
	return json.Marshal(line)
}

// UnmarshalJSON reads what MarshalJSON writes and refuses unknown keys.
func (h *Header) UnmarshalJSON(text []byte) error {
	var line headerLine
	if err := strictjson.Read(text, &line); err != nil {
		return err
	}
	*h = Header{line.Version, line.ID, line.Started, line.Lang, line.Seed, line.Rules, nil, line.Foreign, line.Draws, line.Branches, line.Provenance}
	if line.Seats != nil {
		h.Seats = make([]werewolf.Seat, len(line.Seats))
	}
	for i := range line.Seats {
		role, err := line.Rules.Table.Parse(line.Seats[i].Role)
		if err != nil {
			return fmt.Errorf("seat %d: %w", i+1, err)
		}
		h.Seats[i] = line.Seats[i].Seat
		h.Seats[i].Role = role
	}
	return nil
}
