package check

import (
	"strings"
	"testing"

	"wolfden/werewolf"
	"wolfden/wire"
)

// An agent that knows the six roles of the contest meets no other unless that is asked for; one that knows more is told of its
// fellow and passes.
func TestRolesThatContestsDoNotSend(t *testing.T) {
	names := func(p *wire.Packet) bool {
		_, listed := p.Setting.RoleNumMap[werewolf.Freemason]
		return listed
	}
	six := func(a *agent, p *wire.Packet) bool {
		if p.Setting == nil || !names(p) {
			return false
		}
		_ = a.ws.CloseNow() // it cannot read what it has been sent
		return true
	}
	if r := examine(t, Config{Players: 9}, 1, six, werewolf.Seer); found(r, StatusFailed) != "" {
		t.Errorf("without the role: %s", found(r, StatusFailed))
	}
	if r := examine(t, Config{Players: 9, Also: werewolf.Freemason}, 2, six, werewolf.Seer); !strings.Contains(found(r, StatusFailed), "disconnect") {
		t.Errorf("an agent that does not know the role fails by %q", found(r, StatusFailed))
	}
	fellows := 0
	r := examine(t, Config{Players: 9, Also: werewolf.Freemason}, 2, func(_ *agent, p *wire.Packet) bool {
		if p.Request == wire.RequestInitialize && names(p) {
			for _, role := range p.Info.RoleMap {
				if role == werewolf.Freemason {
					fellows++
				}
			}
		}
		return false
	}, werewolf.Seer)
	if found(r, StatusFailed) != "" || fellows != 2 || len(r.Games) != 2 || r.Games[1].Role != "FREEMASON" {
		t.Errorf("failed %q, told of %d freemasons, games %+v", found(r, StatusFailed), fellows, r.Games)
	}
}

// A setup that the role does not fit into is refused.
func TestOutsiderNeedsPlaces(t *testing.T) {
	if _, err := New(Config{Players: 5, Also: werewolf.Medium}); err != nil {
		t.Error(err)
	}
	if _, err := New(Config{Players: 5, Also: werewolf.MaxRoles - 1}); err == nil {
		t.Error("a role that no table has is played")
	}
}
