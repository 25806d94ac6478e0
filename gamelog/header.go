package gamelog

import (
	"fmt"

	"wolfden/werewolf"
)

// headerLine is the header as it is written: the names of the seats' roles are those of the rules' table.
type headerLine struct {
	Version int               `json:"wolfden"`
	ID      string            `json:"game"`
	Started int64             `json:"started"`
	Lang    string            `json:"lang,omitempty"`
	Seed    uint64            `json:"seed,string"`
	Rules   werewolf.Rules    `json:"rules"`
	Seats   []seatLine        `json:"seats"`
	Foreign bool              `json:"foreign,omitempty"`
	Draws   []werewolf.SeatID `json:"draws,omitempty"`
}

// seatLine is a seat as it is written.
type seatLine struct {
	werewolf.Seat
	Role string `json:"role,omitempty"`
}

func headerForm(h *Header) headerLine {
	line := headerLine{h.Version, h.ID, h.Started, h.Lang, h.Seed, h.Rules, nil, h.Foreign, h.Draws}
	if h.Seats != nil {
		line.Seats = make([]seatLine, len(h.Seats))
	}
	for i, s := range h.Seats {
		line.Seats[i] = seatLine{s, h.Rules.Table.Name(s.Role)}
	}
	return line
}

// decode reads a header that was written so.
func (h *Header) decode(text []byte) error {
	var line headerLine
	if err := strictly(text, &line); err != nil {
		return err
	}
	*h = Header{line.Version, line.ID, line.Started, line.Lang, line.Seed, line.Rules, nil, line.Foreign, line.Draws}
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
