package check

import (
	"slices"
	"testing"

	"wolfden/werewolf"
	"wolfden/wire"
)

// A finding about what came after the name was demanded is placed at that demand, not at the request before it.
func TestFindingsBehindTheNameAreThere(t *testing.T) {
	const overdue = "And this is what I think."
	silent := false
	report := examine(t, Config{}, 99, func(a *agent, p *wire.Packet) bool {
		switch {
		case p.Request == wire.RequestTalk && p.Info.Day == 1 && !silent:
			silent = true
			return true
		case p.Request == wire.RequestName && silent && a.heard == "":
			a.heard = "named"
			a.say("honest1")
			a.say(overdue)
			return true
		}
		return false
	}, werewolf.Seer)
	i := slices.IndexFunc(report.Checks, func(p Point) bool { return p.ID == "late-after-name" })
	if i < 0 || report.Checks[i].Example == nil {
		t.Fatalf("failed: %s", found(report, StatusFailed))
	}
	if e := *report.Checks[i].Example; e != (Example{Game: 1, Day: 1, Request: wire.RequestName.String(), Text: overdue}) {
		t.Errorf("%+v", e)
	}
}
