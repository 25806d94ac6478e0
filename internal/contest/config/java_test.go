package config

import (
	"strings"
	"testing"
)

// A file of the Java servers is answered key by key: with what each is called now, or why it is nothing.
func TestJavaFile(t *testing.T) {
	const file = `[Config]
; how many play
battleAgentNum=5
maxTalkNum = 4
maxTalkTurn=20
MaxSkip=2
actionTimeout=60000
talkOnFirstDay=true
PlayerHost1=localhost
PlayerPort1=50000
PlayerHost2=localhost
humanRole=SEER
parallel=5
moonPhase=full
fox,java,org.example.FoxPlayer
`
	_, err := Parse("Config.ini", []byte(file))
	if err == nil {
		t.Fatal("it is served")
	}
	for _, want := range []string{
		"Config.ini: lines of key=value are a file of the organisers' Java servers", "Config.ini:3: battleAgentNum: is called game.agent_count now",
		":4: maxTalkNum: is called game.talk.max_count.per_agent now", ":5: maxTalkTurn: is called game.talk.max_count.per_day now, which counts",
		":6: MaxSkip: is called game.talk.max_skip and game.whisper.max_skip now", ":7: actionTimeout: is called server.timeout.action now, in milliseconds",
		":8: talkOnFirstDay: what happens on which day is in logic", ":9: PlayerHost1: agents connect", ":10: PlayerPort1: agents connect",
		":12: humanRole: people play in the browser", ":13: parallel: there is no setting", ":14: moonPhase: is none of the keys",
		":15: this server starts no players",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("not said: %s", want)
		}
	}
	if n := strings.Count(err.Error(), "\n"); n != 13 {
		t.Errorf("%d lines:\n%v", n, err)
	}
}

// Every key that is answered with today's name has one, and what is no file of those servers is read as before.
func TestJavaKeysAreCalledSomething(t *testing.T) {
	known := map[string]bool{"server.max_continue_error_ratio": true}
	for _, s := range append(serverSettings(new(Server)), trackSettings(newDraft())...) {
		known[s.Path] = true
	}
	for _, k := range javaKeys() {
		for word := range strings.FieldsSeq(k.now) {
			word = strings.Trim(word, ",:.;")
			if group, _, dotted := strings.Cut(word, "."); dotted && strings.Contains(" server game logic matching game_logger ", " "+group+" ") && !known[word] {
				t.Errorf("%s: %s is no key", k.keys, word)
			}
		}
	}
	for file, want := range map[string]string{
		"": "", "# nothing\n": "", "SECRET_KEY=word\n": "a single value", "port=8080\ngame:\n  agent_count: 5\n": "unexpected key name",
		"fox,java,org.example.FoxPlayer\n": "a single value", "a b=c\nport=1\n": "a single value",
	} {
		_, err := Parse("f", []byte(file))
		if (err == nil) != (want == "") || want != "" && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", file, err, want)
		}
	}
}
