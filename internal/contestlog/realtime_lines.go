package contestlog

import (
	"wolfden/gamelog"

	"encoding/json"
	"io"
	"strconv"
)

// RealtimeLines writes packets as lines of a feed. As in the organisers' files, line feeds come between lines
// and none at the end. The zero RealtimeLines begins a file. It is not safe for concurrent use.
type RealtimeLines struct {
	begun   bool
	agents  *RealtimeAgent // the first of those that are encoded
	encoded []byte         // they seldom change and are most of a packet
}

// Append appends the line of a packet of Realtime, as json.Marshal writes it, made printable as by Shown.
func (l *RealtimeLines) Append(b []byte, p *RealtimePacket) ([]byte, error) {
	if len(p.Agents) == 0 || l.agents != &p.Agents[0] {
		encoded, err := json.Marshal(p.Agents)
		if err != nil {
			return b, err
		}
		l.encoded = Shown(encoded)
		if len(p.Agents) > 0 {
			l.agents = &p.Agents[0]
		}
	}
	if l.begun {
		b = append(b, '\n')
	}
	l.begun = true
	b = appendShown(append(b, `{"id":`...), p.ID)
	b = strconv.AppendInt(append(b, `,"idx":`...), int64(p.Idx), 10)
	b = strconv.AppendInt(append(b, `,"day":`...), int64(p.Day), 10)
	b = strconv.AppendBool(append(b, `,"is_day":`...), p.IsDay)
	b = append(append(b, `,"agents":`...), l.encoded...)
	b = appendShown(append(b, `,"event":`...), string(p.Event))
	if p.Message != nil {
		b = appendShown(append(b, `,"message":`...), *p.Message)
	}
	b = appendIndex(b, `,"from_idx":`, p.FromIdx)
	b = appendIndex(b, `,"to_idx":`, p.ToIdx)
	b = appendIndex(b, `,"bubble_idx":`, p.BubbleIdx)
	if p.Timestamp != 0 {
		b = strconv.AppendInt(append(b, `,"timestamp":`...), p.Timestamp, 10)
	}
	return append(b, '}'), nil
}

func appendIndex(b []byte, key string, n *int) []byte {
	if n == nil {
		return b
	}
	return strconv.AppendInt(append(b, key...), int64(*n), 10)
}

// WriteRealtime writes the realtime feed of a record in the edition, one packet a line.
func WriteRealtime(w io.Writer, rec *gamelog.Record, e Edition) error {
	r := NewRealtime(&rec.Header, e)
	r.timed = e == Newest && tellsTimes(rec)
	var lines RealtimeLines
	var out []byte
	for _, entry := range rec.Entries {
		for _, p := range r.Packets(entry) {
			var err error
			if out, err = lines.Append(out, &p); err != nil {
				return err
			}
		}
	}
	_, err := w.Write(out)
	return err
}
