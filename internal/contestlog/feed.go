package contestlog

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/werewolf"
)

// ErrFeed is returned for a file that is not the whole realtime feed of one game.
var ErrFeed = errors.New("not the realtime feed of a game")

// ErrHidden is returned for a feed that does not tell the roles: it is what spectators of a game that goes on are shown.
var ErrHidden = fmt.Errorf("%w: it does not tell the roles, as while the game goes on", ErrFeed)

// What a feed may hold at most: more than any has.
const (
	maxPackets = 100_000
	maxPacket  = 1 << 20
)

// Feed is the realtime feed of a game in memory.
type Feed struct {
	ID     string          // of the game
	Agents []RealtimeAgent // the players, by seat
	// Log is the contest log of the game, as far as the feed tells: its Client is a team, and nobody is lost.
	Log *Log
}

// Record is the record of a feed's game, like Log.Record. Teams stand in place of clients, which a feed does not tell.
func (f *Feed) Record() (*gamelog.Record, []Finding) {
	rec, findings := f.Log.Record()
	if rec == nil {
		return nil, findings
	}
	rec.Header.Seats = slices.Clone(rec.Header.Seats)
	for i := range rec.Header.Seats {
		rec.Header.Seats[i].Team = f.Agents[i].Team
	}
	return rec, findings
}

// ReadFeed reads a realtime feed, one packet a line. Errors name the line or the packet; all of them wrap ErrFeed.
func ReadFeed(data []byte) (*Feed, error) {
	packets, err := readPackets(data)
	if err != nil {
		return nil, err
	}
	r := feedReader{Feed: Feed{ID: packets[0].ID, Agents: packets[0].Agents, Log: &Log{sum: sha256.Sum256(data)}}, day: -1}
	for i := range r.Agents {
		if r.Agents[i].Idx != i+1 {
			return nil, fmt.Errorf("%w: agent %d has idx %d", ErrFeed, i+1, r.Agents[i].Idx)
		}
		if r.Agents[i].Role == werewolf.NoRole {
			return nil, ErrHidden
		}
	}
	r.living = werewolf.SeatsUpTo(len(r.Agents))
	for i := range packets {
		if err := r.packet(&packets[i]); err != nil {
			return nil, fmt.Errorf("%w: packet %d: %w", ErrFeed, packets[i].Idx, err)
		}
	}
	return &r.Feed, nil
}

// readPackets reads the packets of a feed. There must be at least one, and all of one game.
func readPackets(data []byte) (packets []RealtimePacket, err error) {
	if len(data) > gamelog.MaxFile {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrFeed, gamelog.MaxFile)
	}
	number := 0
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\uFEFF"))) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if len(line) > maxPacket {
			return nil, fmt.Errorf("%w: line %d is longer than %d bytes", ErrFeed, number, maxPacket)
		}
		var p RealtimePacket
		switch err := json.Unmarshal(line, &p); {
		case err != nil:
			return nil, fmt.Errorf("%w: line %d: %w", ErrFeed, number, err)
		case len(p.Agents) == 0 || len(p.Agents) > werewolf.MaxSeats:
			return nil, fmt.Errorf("%w: line %d: %d agents", ErrFeed, number, len(p.Agents))
		case len(packets) > 0 && (p.ID != packets[0].ID || len(p.Agents) != len(packets[0].Agents)):
			return nil, fmt.Errorf("%w: line %d is of another game", ErrFeed, number)
		case p.Day < 0 || p.Day > maxDay:
			return nil, fmt.Errorf("%w: line %d: day %d; no game lasts longer than to day %d", ErrFeed, number, p.Day, maxDay)
		case len(packets) == maxPackets:
			return nil, fmt.Errorf("%w: more than %d packets", ErrFeed, maxPackets)
		}
		if len(packets) > 0 {
			p.Agents = nil // each packet repeats the players; the first is enough
		}
		packets = append(packets, p)
	}
	if len(packets) == 0 {
		return nil, fmt.Errorf("%w: it is empty", ErrFeed)
	}
	return packets, nil
}

// feedReader makes the contest log of a feed.
type feedReader struct {
	Feed
	living werewolf.SeatSet
	day    int
	said   map[werewolf.SeatID]int // utterances of the phase by speaker, those of all under 0
	phase  string                  // of the latest utterance: its channel, and whether it was night
}

// feedLines are the lines that packets become.
var feedLines = map[RealtimeEvent]LineKind{
	RealtimeTalk: TalkLine, RealtimeWhisper: WhisperLine, RealtimeVote: VoteLine, RealtimeAttackVote: AttackVoteLine,
	RealtimeDivine: DivineLine, RealtimeGuard: GuardLine, RealtimeExecution: ExecuteLine, RealtimeAttack: AttackLine,
	RealtimeEnd: ResultLine,
}

func (r *feedReader) packet(p *RealtimePacket) (err error) {
	l := Line{Day: p.Day, Kind: feedLines[p.Event]}
	if l.Kind == 0 && p.Event != RealtimeBegin {
		return fmt.Errorf("event %q is none of a feed", p.Event)
	}
	if p.Day != r.day {
		r.dawn(p.Day)
	}
	switch l.Kind {
	case 0:
		return nil
	case TalkLine, WhisperLine:
		err = r.utterance(&l, p)
	case AttackLine:
		err = r.attack(&l, p)
	case ResultLine:
		err = r.end(&l, p)
	default:
		if p.ToIdx == nil && l.Kind == ExecuteLine || p.ToIdx != nil && *p.ToIdx == 0 && l.Kind != ExecuteLine {
			return nil // an execution without a victim and a void choice are in no contest log
		}
		err = r.choice(&l, p)
	}
	if err != nil {
		return err
	}
	return r.add(l)
}

func (r *feedReader) add(l Line) error {
	if len(r.Log.Lines) == maxLogLines {
		return fmt.Errorf("its log would have more than %d lines", maxLogLines)
	}
	l.Number = len(r.Log.Lines) + 1
	r.Log.Lines = append(r.Log.Lines, l)
	return nil
}

// field is a name as it stands in a contest log.
func field(text string) string { return strings.ReplaceAll(werewolf.Clean(text), ",", ";") }

// dawn adds who lives. Where that is too much, so is the packet's own line.
func (r *feedReader) dawn(day int) {
	r.day, r.phase = day, ""
	for i := range r.Agents {
		a := &r.Agents[i]
		l := Line{Kind: StatusLine, Day: day, Seat: werewolf.SeatID(i + 1), Role: a.Role, Status: Dead, Client: field(a.Team), Name: field(a.Name), Named: true}
		if r.living.Has(l.Seat) {
			l.Status = Alive
		}
		_ = r.add(l)
	}
}

// seat takes the number of a player; the error says which one is missing.
func (r *feedReader) seat(to *werewolf.SeatID, of string, idx *int) error {
	if idx == nil || *idx < 1 || *idx > len(r.Agents) {
		return fmt.Errorf("%s is no player of the table", of)
	}
	*to = werewolf.SeatID(*idx)
	return nil
}

func (r *feedReader) role(id werewolf.SeatID) werewolf.Role { return r.Agents[id-1].Role }

// utterance numbers what was said, from 0 in each phase: on day 0 werewolves whisper before and after the talk. Everybody
// who has not ended the phase speaks once a turn, so a player's turn is the number of its earlier utterances.
func (r *feedReader) utterance(l *Line, p *RealtimePacket) error {
	if p.Message == nil {
		return errors.New("an utterance without message")
	}
	if phase := l.Kind.String() + strconv.FormatBool(p.IsDay); phase != r.phase {
		r.phase, r.said = phase, map[werewolf.SeatID]int{}
	}
	err := r.seat(&l.Seat, "bubble_idx", p.BubbleIdx)
	l.Idx, l.Turn, l.Text = r.said[0], r.said[l.Seat], werewolf.Clean(*p.Message)
	r.said[0]++
	r.said[l.Seat]++
	return err
}

// choice fills in who chose whom, and what that shows.
func (r *feedReader) choice(l *Line, p *RealtimePacket) (err error) {
	if l.Kind != ExecuteLine {
		err = r.seat(&l.Seat, "from_idx", p.FromIdx)
	}
	if err = errors.Join(err, r.seat(&l.Target, "to_idx", p.ToIdx)); err != nil {
		return err
	}
	switch l.Kind {
	case DivineLine:
		l.Species = werewolf.StandardRoles().Species(r.role(l.Target))
	case GuardLine:
		l.Role = r.role(l.Target)
	case ExecuteLine:
		l.Role = r.role(l.Target)
		r.living = r.living.Without(l.Target)
	default: // a vote shows nothing
	}
	return nil
}

func (r *feedReader) attack(l *Line, p *RealtimePacket) error {
	l.Unguarded = p.ToIdx == nil || p.FromIdx == nil || *p.FromIdx != -1
	if p.ToIdx == nil {
		return nil
	}
	err := r.seat(&l.Target, "to_idx", p.ToIdx)
	if l.Unguarded {
		r.living = r.living.Without(l.Target)
	}
	return err
}

// end counts who is left. The message of the feed's last packet names the winning side.
func (r *feedReader) end(l *Line, p *RealtimePacket) error {
	for id := range r.living.All() {
		if werewolf.StandardRoles().Species(r.role(id)) == werewolf.Wolf {
			l.Werewolves++
		} else {
			l.Humans++
		}
	}
	winner := werewolf.NoTeam.String()
	if p.Message != nil {
		winner = *p.Message
	}
	if err := l.Winner.UnmarshalText([]byte(winner)); err != nil {
		return fmt.Errorf("%q is no side", clip(winner))
	}
	return nil
}
