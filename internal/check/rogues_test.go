package check

import (
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"wolfden/werewolf"
	"wolfden/wire"
)

// instead answers every such request with the text.
func instead(request wire.Request, text string) func(*agent, *wire.Packet) bool {
	return func(a *agent, p *wire.Packet) bool {
		if p.Request != request {
			return false
		}
		a.say(text)
		return true
	}
}

// also says something besides.
func also(request wire.Request, text string) func(*agent, *wire.Packet) bool {
	return func(a *agent, p *wire.Packet) bool {
		if p.Request == request {
			a.say(text)
		}
		return false
	}
}

// once answers the first such request of each game from day 1 on.
func once(request wire.Request, say func(a *agent, p *wire.Packet)) func(*agent, *wire.Packet) bool {
	done := 0
	return func(a *agent, p *wire.Packet) bool {
		if p.Request != request || p.Info.Day < 1 || done == a.game {
			return false
		}
		done = a.game
		say(a, p)
		return true
	}
}

type rogue struct {
	name   string
	config Config
	role   werewolf.Role
	twist  func(*agent, *wire.Packet) bool
	failed string
	warned string
	games  int // connections, 0 for as many as it takes
}

func rogues() []rogue {
	const village, seer, wolf, possessed = werewolf.Villager, werewolf.Seer, werewolf.Werewolf, werewolf.Possessed
	long := strings.Repeat("w", 126)
	slow := Config{Timeout: 400 * time.Millisecond}
	nine := Config{Players: 9}
	return []rogue{
		{name: "no name", role: village, twist: instead(wire.RequestName, " \n"), failed: "name"},
		{name: "a long name", role: village, twist: instead(wire.RequestName, long), failed: "name"},
		{name: "another name each time", role: seer, twist: func(a *agent, p *wire.Packet) bool {
			if a.last.Info == nil || p.Request != wire.RequestName {
				return false
			}
			a.say("other2")
			return true
		}, failed: "name-changed"},
		{name: "late", config: slow, role: village, twist: once(wire.RequestTalk, func(a *agent, p *wire.Packet) {
			time.Sleep(500 * time.Millisecond)
			a.say("Sorry.")
		}), failed: "late"},
		{name: "silent", config: Config{Timeout: 50 * time.Millisecond}, role: village, twist: func(_ *agent, p *wire.Packet) bool {
			return p.Request != wire.RequestName
		}, failed: "late"},
		{name: "stuck", config: Config{Timeout: 100 * time.Millisecond}, role: village, twist: func(a *agent, p *wire.Packet) bool {
			return a.last.Info != nil && (p.Request == wire.RequestVote || p.Request == wire.RequestName)
		}, failed: "gone late"},
		{name: "answers behind its name", role: seer, twist: func(a *agent, p *wire.Packet) bool {
			switch {
			case p.Request == wire.RequestTalk && p.Info.Day == 1 && a.heard == "":
				a.heard = "asked"
				return true
			case p.Request == wire.RequestName && a.heard == "asked":
				a.heard = "named"
				a.say("honest1")
				a.say("And this is what I think.")
				return true
			}
			return false
		}, failed: "late-after-name"},
		{name: "disconnects", role: village, twist: once(wire.RequestVote, func(a *agent, _ *wire.Packet) { _ = a.ws.CloseNow() }),
			failed: "disconnect"},
		{name: "answers INITIALIZE", role: village, twist: also(wire.RequestInitialize, "Hello."), failed: "unasked"},
		{name: "answers twice", role: village, twist: once(wire.RequestVote, func(a *agent, _ *wire.Packet) {
			a.say(a.names[0])
			time.Sleep(2 * time.Millisecond)
			a.say(a.names[0])
		}), failed: "unasked"},
		{name: "floods", role: village, twist: func(a *agent, p *wire.Packet) bool {
			for range 300 {
				if p.Request == wire.RequestDailyInitialize {
					a.say("x")
				}
			}
			return false
		}, failed: "flood unasked"},
		{name: "talks when dead", role: seer, twist: func(a *agent, p *wire.Packet) bool {
			if p.Request == wire.RequestDailyInitialize && !a.alive() {
				a.say("Boo.")
			}
			return false
		}, failed: "talks-dead"},
		{name: "talks after the end", role: village, twist: func(a *agent, p *wire.Packet) bool {
			if p.Request == wire.RequestFinish {
				a.say("Well played.")
				time.Sleep(20 * time.Millisecond)
			}
			return false
		}, failed: "after-finish"},
		{name: "binary", role: village, twist: once(wire.RequestTalk, func(a *agent, _ *wire.Packet) {
			a.send(websocket.MessageBinary, "Hello.")
		}), failed: "binary"},
		{name: "Latin 1", role: village, twist: once(wire.RequestTalk, func(a *agent, _ *wire.Packet) { a.say("Andr\xe9.") }), failed: "invalid-utf8"},
		{name: "another server's form", role: village, twist: once(wire.RequestTalk, func(a *agent, _ *wire.Packet) {
			a.say(`{"response": "Hello.", "note": "I am the seer."}`)
		}), failed: "wrapped"},
		{name: "huge", role: village, twist: once(wire.RequestTalk, func(a *agent, _ *wire.Packet) { a.say(strings.Repeat("x", 65<<10)) }), failed: "huge"},
		{name: "enormous", role: village, twist: once(wire.RequestTalk, func(a *agent, _ *wire.Packet) { a.say(strings.Repeat("x", 2<<20)) }), failed: "huge"},
		{name: "empty", role: village, twist: once(wire.RequestVote, func(a *agent, _ *wire.Packet) { a.say("\n") }), failed: "empty"},
		{name: "votes for the dead", role: wolf, twist: func(a *agent, p *wire.Packet) bool {
			if p.Request != wire.RequestVote || len(a.dead) == 0 {
				return false
			}
			a.say(a.dead[0])
			return true
		}, failed: "choice-dead"},
		{name: "divines itself", role: seer, twist: func(a *agent, p *wire.Packet) bool {
			if p.Request != wire.RequestDivine {
				return false
			}
			a.say(p.Info.Agent)
			return true
		}, failed: "choice-self"},
		{name: "attacks its ally", config: nine, role: wolf, twist: func(a *agent, p *wire.Packet) bool {
			for name, role := range roleMap(a) {
				if p.Request == wire.RequestAttack && role == werewolf.Werewolf && name != p.Info.Agent {
					a.say(name)
					return true
				}
			}
			return false
		}, failed: "choice-ally"},
		{name: "votes in a sentence", role: village, twist: once(wire.RequestVote, func(a *agent, _ *wire.Packet) { a.say("I vote for " + a.names[0] + ".") }), failed: "choice-extra"},
		{name: "votes for nobody", role: village, twist: instead(wire.RequestVote, "Somebody"), failed: "choice-unknown"},
		{name: "too long", role: village, twist: once(wire.RequestTalk, func(a *agent, _ *wire.Packet) { a.say(long) }), failed: "over-long"},
		{name: "too long for tight limits", role: possessed, twist: once(wire.RequestTalk, func(a *agent, _ *wire.Packet) { a.say(long) }), warned: "over-long-tight"},
		{name: "dumps its roles", role: village, twist: once(wire.RequestTalk, func(a *agent, _ *wire.Packet) { a.say(`My role_map says VILLAGER`) }), failed: "leak-packet"},
		{name: "whispers aloud", config: nine, role: wolf, twist: once(wire.RequestTalk, func(a *agent, _ *wire.Packet) { a.say("Hm. " + a.heard) }), failed: "leak-whisper"},
		{name: "does not come back", config: Config{Wait: 100 * time.Millisecond}, role: werewolf.NoRole, failed: "no-return", games: 1},
	}
}

func careless() []rogue {
	const village, possessed, wolf = werewolf.Villager, werewolf.Possessed, werewolf.Werewolf
	say := func(text string) func(*agent, *wire.Packet) bool {
		return once(wire.RequestTalk, func(a *agent, _ *wire.Packet) { a.say(text) })
	}
	return []rogue{
		{name: "line break", role: village, twist: say("One.\nTwo.\n"), warned: "line-break"},
		{name: "control", role: village, twist: say("One.\x07"), warned: "control"},
		{name: "comma", role: village, twist: say("Well, well."), warned: "comma"},
		{name: "emoji", role: village, twist: say("Ha 😀"), warned: "emoji"},
		{name: "markup", role: village, twist: say("I am **sure**."), warned: "markup"},
		{name: "obeys", role: wolf, twist: say("Mandarin."), warned: "obeys"},
		{name: "nearly over", role: village, twist: say("over."), warned: "word"},
		{name: "says it again", role: village, twist: instead(wire.RequestTalk, "I do not know."), warned: "repeats"},
		{name: "skips on", role: wolf, twist: instead(wire.RequestTalk, "Skip"), warned: "skips skip-spent mute"},
		{name: "skips without", role: possessed, twist: say("Skip"), warned: "skip-spent"},
		{name: "says nothing", role: village, twist: instead(wire.RequestTalk, "Over"), warned: "mute"},
		{name: "names its ally", config: Config{Players: 9}, role: wolf, twist: once(wire.RequestTalk, func(a *agent, p *wire.Packet) {
			for name, role := range p.Info.RoleMap {
				if role == werewolf.Werewolf && name != p.Info.Agent {
					a.say("My ally " + name + " is right.")
					return
				}
			}
		}), warned: "leak-ally"},
	}
}

func talkers() []rogue {
	anytime := Config{Anytime: true}
	const village = werewolf.Villager
	start := func(say ...string) func(*agent, *wire.Packet) bool {
		return once(wire.RequestTalkPhaseStart, func(a *agent, _ *wire.Packet) {
			for _, text := range say {
				a.say(text)
			}
		})
	}
	return []rogue{
		{name: "behaves", config: anytime, role: village},
		{name: "before the start", config: anytime, role: village, twist: also(wire.RequestDailyInitialize, "Early."), failed: "floor-closed"},
		{name: "after the end", config: Config{Anytime: true, Quiet: 2 * crossing, Floor: time.Second}, role: village, twist: func(a *agent, p *wire.Packet) bool {
			if p.Request == wire.RequestTalkPhaseEnd {
				time.Sleep(crossing + 20*time.Millisecond)
				a.say("One more thing.")
			}
			return false
		}, failed: "after-phase"},
		{name: "too much", config: anytime, role: village, twist: start("1", "2", "3", "4", "5"), failed: "floor-count"},
		{name: "skips", config: anytime, role: village, twist: start("Skip", "Over"), failed: "floor-skip"},
		{name: "on after over", config: anytime, role: village, twist: start("Over", "Not quite."), failed: "floor-over"},
		{name: "talks on when dead", config: anytime, role: werewolf.Seer, twist: func(a *agent, p *wire.Packet) bool {
			if p.Request == wire.RequestDailyFinish && !a.alive() {
				a.say("Boo.")
			}
			return false
		}, failed: "talks-dead"},
	}
}

func TestMisbehaviourIsFound(t *testing.T) {
	for group, list := range map[string][]rogue{"rogues": rogues(), "careless": careless(), "talkers": talkers()} {
		for _, r := range list {
			t.Run(group+"/"+r.name, func(t *testing.T) {
				t.Parallel()
				roles := []werewolf.Role{r.role}
				if r.role == werewolf.NoRole {
					roles = []werewolf.Role{werewolf.Villager, werewolf.Seer}
				}
				if r.games == 0 {
					r.games = 99
				}
				report := examine(t, r.config, r.games, r.twist, roles...)
				failed, warned := found(report, StatusFailed), found(report, StatusWarned)
				if failed != r.failed || warned != r.warned {
					t.Errorf("failed %q, want %q; warned %q, want %q", failed, r.failed, warned, r.warned)
				}
				if report.OK != (r.failed == "") {
					t.Errorf("ok is %v", report.OK)
				}
			})
		}
	}
}

func roleMap(a *agent) map[string]werewolf.Role {
	if a.last.Info == nil {
		return nil
	}
	return a.last.Info.RoleMap
}
