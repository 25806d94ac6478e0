package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"wolfden/werewolf"
)

// writer writes packets for one seat byte for byte like json.Marshal, but without reflection: a server writes
// hundreds of packets a game. A test compares the two.
type writer struct {
	order   []werewolf.SeatID // seats by the bytes of their names, as json.Marshal orders maps
	names   []string          // the names that order was made for
	setting []byte            // JSON of the rules
	rules   *werewolf.Rules   // the rules that setting was made of
	buf     []byte            // buffer for the next packet
}

// packet writes p and takes the maps of its info from the observation.
func (w *writer) packet(p *Packet, o *werewolf.Observation) ([]byte, error) {
	b := append(w.buf[:0], `{"request":"`...)
	b = append(append(b, p.Request.String()...), '"')
	if p.Info != nil {
		b = w.info(append(b, `,"info":`...), p.Info, o)
	}
	if p.Setting != nil {
		if w.rules != o.Rules {
			setting, err := json.Marshal(p.Setting)
			if err != nil {
				return nil, err
			}
			w.setting, w.rules = setting, o.Rules
		}
		b = append(append(b, `,"setting":`...), w.setting...)
	}
	if p.TalkHistory != nil {
		b = appendTalks(append(b, `,"talk_history":`...), p.TalkHistory)
	}
	if p.WhisperHistory != nil {
		b = appendTalks(append(b, `,"whisper_history":`...), p.WhisperHistory)
	}
	if p.NewTalk != nil {
		b = appendTalk(append(b, `,"new_talk":`...), p.NewTalk)
	}
	if p.NewWhisper != nil {
		b = appendTalk(append(b, `,"new_whisper":`...), p.NewWhisper)
	}
	w.buf = append(b, '}')
	return bytes.Clone(w.buf), nil
}

func (w *writer) info(b []byte, i *Info, o *werewolf.Observation) []byte {
	b = appendText(b, `{"game_id":`, i.GameID)
	b = appendInt(b, `,"day":`, i.Day)
	b = appendText(b, `,"agent":`, i.Agent)
	if i.Profile != "" {
		b = appendText(b, `,"profile":`, i.Profile)
	}
	b = appendJudge(b, `,"medium_result":`, i.MediumResult)
	b = appendJudge(b, `,"divine_result":`, i.DivineResult)
	if i.ExecutedAgent != "" {
		b = appendText(b, `,"executed_agent":`, i.ExecutedAgent)
	}
	if i.AttackedAgent != "" {
		b = appendText(b, `,"attacked_agent":`, i.AttackedAgent)
	}
	b = appendVotes(b, `,"vote_list":[`, i.VoteList)
	b = appendVotes(b, `,"attack_vote_list":[`, i.AttackVoteList)
	b = appendLimit(b, `,"remain_count":`, i.RemainCount)
	b = appendLimit(b, `,"remain_length":`, i.RemainLength)
	b = appendLimit(b, `,"remain_skip":`, i.RemainSkip)
	return append(w.maps(b, o), '}')
}

// maps writes who lives and which roles are known.
func (w *writer) maps(b []byte, o *werewolf.Observation) []byte {
	w.sort(o.Names)
	b = append(b, `,"status_map":{`...)
	for n, id := range w.order {
		if n > 0 {
			b = append(b, ',')
		}
		status := Dead
		if o.Living.Has(id) {
			status = Alive
		}
		b = appendString(append(appendString(b, o.Name(id)), ':'), string(status))
	}
	b = append(b, `},"role_map":{`...)
	first := true
	for _, id := range w.order {
		role := o.RoleOf(id)
		if role == werewolf.NoRole {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = appendString(append(appendString(b, o.Name(id)), ':'), o.Rules.Table.Name(role))
	}
	return append(b, '}')
}

func (w *writer) sort(names []string) {
	if len(names) == len(w.names) && (len(names) == 0 || &names[0] == &w.names[0]) {
		return
	}
	w.names, w.order = names, w.order[:0]
	for n := range names {
		w.order = append(w.order, werewolf.SeatID(n+1))
	}
	slices.SortFunc(w.order, func(a, b werewolf.SeatID) int { return cmp.Compare(names[a-1], names[b-1]) })
}

func appendJudge(b []byte, key string, j *Judge) []byte {
	if j == nil {
		return b
	}
	b = appendInt(append(append(b, key...), '{'), `"day":`, j.Day)
	b = appendText(b, `,"agent":`, j.Agent)
	b = appendText(b, `,"target":`, j.Target)
	return append(appendText(b, `,"result":`, j.Result.String()), '}')
}

func appendVotes(b []byte, key string, votes []Vote) []byte {
	if len(votes) == 0 {
		return b
	}
	b = append(b, key...)
	for n, v := range votes {
		if n > 0 {
			b = append(b, ',')
		}
		b = appendInt(b, `{"day":`, v.Day)
		b = appendText(b, `,"agent":`, v.Agent)
		b = append(appendText(b, `,"target":`, v.Target), '}')
	}
	return append(b, ']')
}

func appendTalks(b []byte, talks []Talk) []byte {
	b = append(b, '[')
	for n := range talks {
		if n > 0 {
			b = append(b, ',')
		}
		b = appendTalk(b, &talks[n])
	}
	return append(b, ']')
}

func appendTalk(b []byte, t *Talk) []byte {
	b = appendInt(b, `{"idx":`, t.Idx)
	b = appendInt(b, `,"day":`, t.Day)
	b = appendInt(b, `,"turn":`, t.Turn)
	b = appendText(b, `,"agent":`, t.Agent)
	b = appendText(b, `,"text":`, t.Text)
	b = strconv.AppendBool(append(b, `,"skip":`...), t.Skip)
	b = strconv.AppendBool(append(b, `,"over":`...), t.Over)
	if t.Time != 0 {
		b = strconv.AppendInt(append(b, `,"time":`...), t.Time, 10)
	}
	return append(b, '}')
}

func appendLimit(b []byte, key string, limit *int) []byte {
	if limit == nil {
		return b
	}
	return appendInt(b, key, *limit)
}

func appendInt(b []byte, key string, n int) []byte {
	return strconv.AppendInt(append(b, key...), int64(n), 10)
}

func appendText(b []byte, key, text string) []byte { return appendString(append(b, key...), text) }

// appendString quotes a text and leaves anything unusual to json.Marshal.
func appendString(b []byte, text string) []byte {
	if isPlain(text) {
		return append(append(append(b, '"'), text...), '"')
	}
	quoted, err := json.Marshal(text)
	if err != nil {
		return append(b, `""`...) // a string is always marshalled
	}
	return append(b, quoted...)
}

// isPlain reports whether a text can stand in JSON unescaped. The byte 0xe2 begins the two line separators
// that json.Marshal escapes.
func isPlain(text string) bool {
	ascii := true
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ', c == '"', c == '\\', c == '<', c == '>', c == '&', c == 0xe2:
			return false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return ascii || utf8.ValidString(text)
}
