package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/werewolf"
)

// ErrFeed is returned for a file that is not the realtime feed of one game.
var ErrFeed = errors.New("not the realtime feed of a game")

// What a feed may hold at most: more than any has.
const (
	maxPackets = 100_000
	maxPacket  = 1 << 20
	maxText    = 32 << 20 // of the contest log that is made of it
)

// readFeed reads the packets of a feed, one a line. There must be at least one, and all of one game.
func readFeed(data []byte) (packets []contestlog.RealtimePacket, err error) {
	if len(data) > gamelog.MaxFile {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrFeed, gamelog.MaxFile)
	}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		if len(line) > maxPacket {
			return nil, fmt.Errorf("%w: line %d is longer than %d bytes", ErrFeed, number, maxPacket)
		}
		var p contestlog.RealtimePacket
		switch err := json.Unmarshal(line, &p); {
		case err != nil:
			return nil, fmt.Errorf("%w: line %d: %w", ErrFeed, number, err)
		case len(p.Agents) == 0 || len(p.Agents) > werewolf.MaxSeats:
			return nil, fmt.Errorf("%w: line %d: %d agents", ErrFeed, number, len(p.Agents))
		case len(packets) > 0 && (p.ID != packets[0].ID || len(p.Agents) != len(packets[0].Agents)):
			return nil, fmt.Errorf("%w: line %d is of another game", ErrFeed, number)
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

// fromFeed plays the game of a feed.
func fromFeed(data []byte) (*gamelog.Record, error) {
	packets, err := readFeed(data)
	if err != nil {
		return nil, err
	}
	log, err := logOf(packets)
	if err != nil {
		return nil, err
	}
	rec, _, err := fromLog(log) // findings would name lines that nobody has seen
	return rec, err
}

// logOf writes the packets of a feed as the lines of a contest log.
func logOf(packets []contestlog.RealtimePacket) ([]byte, error) {
	s := feedScribe{agents: packets[0].Agents, day: -1}
	for i := range s.agents {
		if s.agents[i].Idx != i+1 {
			return nil, fmt.Errorf("%w: agent %d has idx %d", ErrFeed, i+1, s.agents[i].Idx)
		}
		s.living = append(s.living, true)
	}
	for i := range packets {
		if err := s.packet(&packets[i]); err != nil {
			return nil, fmt.Errorf("%w: packet %d: %w", ErrFeed, packets[i].Idx, err)
		}
		if s.text.Len() > maxText {
			return nil, fmt.Errorf("%w: packet %d: its log would have more than %d bytes", ErrFeed, packets[i].Idx, maxText)
		}
	}
	return s.text.Bytes(), nil
}

// feedScribe writes the contest log of a feed.
type feedScribe struct {
	agents []contestlog.RealtimeAgent
	living []bool
	day    int
	said   map[string]int // utterances of the phase, in all and by speaker
	phase  string         // of the latest utterance: its channel, and whether it was night
	text   bytes.Buffer
}

func (s *feedScribe) packet(p *contestlog.RealtimePacket) error {
	if p.Day != s.day {
		s.dawn(p.Day)
	}
	switch p.Event {
	case contestlog.RealtimeBegin:
		return nil
	case contestlog.RealtimeTalk:
		return s.utterance("talk", p)
	case contestlog.RealtimeWhisper:
		return s.utterance("whisper", p)
	case contestlog.RealtimeVote:
		return s.choice("vote", p, nil)
	case contestlog.RealtimeAttackVote:
		return s.choice("attackVote", p, nil)
	case contestlog.RealtimeDivine:
		return s.choice("divine", p, func(r werewolf.Role) string { return werewolf.StandardRoles().Species(r).String() })
	case contestlog.RealtimeGuard:
		return s.choice("guard", p, werewolf.Role.String)
	case contestlog.RealtimeExecution:
		return s.execution(p)
	case contestlog.RealtimeAttack:
		return s.attack(p)
	case contestlog.RealtimeEnd:
		s.end(p)
		return nil
	default:
		return fmt.Errorf("event %q is none of a feed", p.Event)
	}
}

// line writes a line. Separators have been removed from its fields.
func (s *feedScribe) line(fields ...string) {
	s.text.WriteString(strings.Join(fields, ",") + "\n")
}

func field(text string) string { return strings.ReplaceAll(werewolf.Clean(text), ",", ";") }

func (s *feedScribe) dawn(day int) {
	s.day, s.phase = day, ""
	for i := range s.agents {
		a := &s.agents[i]
		status := contestlog.Dead
		if s.living[i] {
			status = contestlog.Alive
		}
		s.line(strconv.Itoa(day), "status", strconv.Itoa(i+1), a.Role.String(), status.String(), field(a.Team), field(a.Name))
	}
}

// seat returns the number of a player, or an error that says which one is missing.
func (s *feedScribe) seat(of string, idx *int) (int, error) {
	if idx == nil || *idx < 1 || *idx > len(s.agents) {
		return 0, fmt.Errorf("%s is no player of the table", of)
	}
	return *idx, nil
}

// utterance numbers what was said, from 0 in each phase: on day 0 werewolves whisper before and after the
// talk. Everybody who has not ended the phase speaks once a turn, so a player's turn is the number of its
// earlier utterances.
func (s *feedScribe) utterance(channel string, p *contestlog.RealtimePacket) error {
	who, err := s.seat("bubble_idx", p.BubbleIdx)
	if err != nil {
		return err
	}
	if p.Message == nil {
		return errors.New("an utterance without message")
	}
	if phase := channel + strconv.FormatBool(p.IsDay); phase != s.phase {
		s.phase, s.said = phase, map[string]int{}
	}
	speaker := strconv.Itoa(who)
	s.line(strconv.Itoa(p.Day), channel, strconv.Itoa(s.said[channel]), strconv.Itoa(s.said[speaker]), speaker, werewolf.Clean(*p.Message))
	s.said[channel]++
	s.said[speaker]++
	return nil
}

func (s *feedScribe) choice(kind string, p *contestlog.RealtimePacket, learned func(werewolf.Role) string) error {
	from, err := s.seat("from_idx", p.FromIdx)
	if err != nil {
		return err
	}
	if p.ToIdx != nil && *p.ToIdx == 0 {
		return nil // a void choice
	}
	to, err := s.seat("to_idx", p.ToIdx)
	if err != nil {
		return err
	}
	fields := []string{strconv.Itoa(p.Day), kind, strconv.Itoa(from), strconv.Itoa(to)}
	if learned != nil {
		fields = append(fields, learned(s.agents[to-1].Role))
	}
	s.line(fields...)
	return nil
}

// execution writes an execution. One without a victim is not in a contest log.
func (s *feedScribe) execution(p *contestlog.RealtimePacket) error {
	if p.ToIdx == nil {
		return nil
	}
	to, err := s.seat("to_idx", p.ToIdx)
	if err != nil {
		return err
	}
	s.living[to-1] = false
	s.line(strconv.Itoa(p.Day), "execute", strconv.Itoa(to), s.agents[to-1].Role.String())
	return nil
}

func (s *feedScribe) attack(p *contestlog.RealtimePacket) error {
	if p.ToIdx == nil {
		s.line(strconv.Itoa(p.Day), "attack", "-1", "true")
		return nil
	}
	to, err := s.seat("to_idx", p.ToIdx)
	if err != nil {
		return err
	}
	guarded := p.FromIdx != nil && *p.FromIdx == -1
	s.living[to-1] = s.living[to-1] && guarded
	s.line(strconv.Itoa(p.Day), "attack", strconv.Itoa(to), strconv.FormatBool(!guarded))
	return nil
}

// end counts who is left. The message of the feed's last packet names the winning side.
func (s *feedScribe) end(p *contestlog.RealtimePacket) {
	humans, wolves := 0, 0
	for i := range s.agents {
		switch {
		case !s.living[i]:
		case werewolf.StandardRoles().Species(s.agents[i].Role) == werewolf.Wolf:
			wolves++
		default:
			humans++
		}
	}
	winner := "NONE"
	if p.Message != nil {
		winner = field(*p.Message)
	}
	s.line(strconv.Itoa(p.Day), "result", strconv.Itoa(humans), strconv.Itoa(wolves), winner)
}
