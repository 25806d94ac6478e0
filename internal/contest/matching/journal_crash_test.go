package matching

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"wolfden/internal/filelock"
)

// TestCutAtEveryByte is a crash at every moment of a contest: afterwards every
// match is played to its end exactly once.
func TestCutAtEveryByte(t *testing.T) {
	s := specOf(3, 2, 3, 1)
	s.Settings = "x"
	whole := writeContest(t, s)
	dir := t.TempDir()
	step := 29
	if *long {
		step = 1
	}
	for cut := range len(whole) + 1 {
		if cut%step != 0 && !bytes.Contains(whole[max(0, cut-1):min(cut+1, len(whole))], []byte{'\n'}) {
			continue // the ends of lines are always tried
		}
		path := filepath.Join(dir, fmt.Sprint(cut))
		must(t, os.WriteFile(path, whole[:cut], 0o644))
		j := openTest(t, path, s, cut%2 == 0)
		if lines := whole[:bytes.LastIndexByte(whole[:cut], '\n')+1]; bytes.Count(lines, []byte{'\n'}) > 1 {
			want, _, err := read(lines)
			must(t, err)
			if !reflect.DeepEqual(j.ledger.names, want.names) || len(j.Running()) != len(want.running) || j.ledger.finished != want.finished && cut%2 == 1 {
				t.Fatalf("cut at %d: not as it stood:\n%s", cut, lines)
			}
		}
		finishContest(t, j, uint64(cut))
		must(t, j.Close())
		checkContest(t, path, cut)
		must(t, os.Remove(path))
	}
}

// writeContest is the journal of a contest with everything in it.
func writeContest(t *testing.T, s Spec) []byte {
	path := journalPath(t)
	j := openTest(t, path, s, false)
	admitAll(t, j)
	for i, failure := range []string{"", "gone", "", "gone again", ""} {
		m, game := next(t, j), fmt.Sprint("g", i)
		must(t, j.Start(m, game, at(i)))
		if i == 1 { // two at once
			other := next(t, j)
			must(t, j.Start(other, "h", at(i)))
			must(t, j.End(other.ID, Outcome{Game: "h", Failure: "late", At: at(i)}))
		}
		must(t, j.End(m.ID, Outcome{Game: game, Failure: failure, At: at(i)}))
	}
	whole, err := os.ReadFile(path)
	must(t, err)
	return whole
}

// finishContest does what a server does after a crash: games that were being
// played go on and end, or are given up; then all others of the first round are
// played.
func finishContest(t *testing.T, j *Journal, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 5))
	for _, left := range j.Running() {
		o := Outcome{Game: left.Game}
		if r.IntN(2) == 0 {
			o.Failure = "crashed"
		}
		must(t, j.End(left.Match.ID, o))
	}
	for i := range j.ledger.names {
		must(t, j.Admit(fmt.Sprint("team", i), at(i)))
	}
	for i := 0; ; i++ {
		m, ok := j.Next(everybody(j))
		if !ok || strings.HasPrefix(string(m.ID), "2-") {
			return
		}
		game := fmt.Sprint("after", i)
		must(t, j.Start(m, game, at(i)))
		must(t, j.End(m.ID, Outcome{Game: game}))
	}
}

// checkContest reads the file with other eyes.
func checkContest(t *testing.T, path string, cut int) {
	text, err := os.ReadFile(path)
	must(t, err)
	for i := range 3 {
		id := fmt.Sprintf(`"match":"1-%04d-`, i+1)
		counts := map[string]int{}
		for l := range strings.Lines(string(text)) {
			for _, do := range []string{"start", "finish", "fail"} {
				if strings.HasPrefix(l, `{"do":"`+do+`"`) && strings.Contains(l, id) {
					counts[do]++
				}
			}
		}
		if counts["finish"] != 1 || counts["start"] != 1+counts["fail"] {
			t.Fatalf("cut at %d: match %d: %v\n%s", cut, i, counts, text)
		}
	}
}

// TestJournalAgainstModel does random things to a journal, with restarts in
// between, and to a list of matches that is searched from front to back.
func TestJournalAgainstModel(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 9))
		s := specOf(3+r.IntN(5), 2+r.IntN(2), 1+r.IntN(12), seed)
		path := journalPath(t)
		j := openTest(t, path, s, false)
		m := &model{plan: mustPlan(t, s), games: map[string]int{}}
		for i := range 200 {
			m.step(t, j, r, i)
			if r.IntN(20) == 0 {
				must(t, j.Close())
				j = openTest(t, path, s, false)
			}
		}
		must(t, j.Close())
	}
}

type model struct {
	plan     *Plan
	names    []string
	done     map[ID]bool
	failures map[ID]int
	games    map[string]int // running, by game: the match's place
}

// step does one thing to both and compares.
func (m *model) step(t *testing.T, j *Journal, r *rand.Rand, i int) {
	if m.done == nil {
		m.done, m.failures = map[ID]bool{}, map[ID]int{}
	}
	switch team := fmt.Sprint("t", r.IntN(9)); {
	case r.IntN(8) == 0:
		err := j.Admit(team, at(i))
		switch {
		case slices.Contains(m.names, team), len(m.names) < m.plan.spec.Teams && err == nil:
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(m.names, team) {
				m.names = append(m.names, team)
			}
		case !errors.As(err, new(*NoSlotError)):
			t.Fatalf("%s in %v: %v", team, m.names, err)
		}
	case r.IntN(3) == 0 && len(m.games) > 0:
		left := j.Running()
		if len(left) != len(m.games) {
			t.Fatalf("%d running, not %d", len(left), len(m.games))
		}
		over := left[r.IntN(len(left))]
		o := Outcome{Game: over.Game, At: at(i)}
		if r.IntN(2) == 0 {
			o.Failure = "no"
			m.failures[over.Match.ID]++
		} else {
			m.done[over.Match.ID] = true
		}
		delete(m.games, over.Game)
		must(t, j.End(over.Match.ID, o))
	default:
		m.start(t, j, r, i)
	}
}

func (m *model) start(t *testing.T, j *Journal, r *rand.Rand, i int) {
	var waiting []Waiting
	here := map[string]bool{}
	for k := range 9 {
		if r.IntN(4) > 0 {
			team := fmt.Sprint("t", k)
			here[team] = true
			waiting = append(waiting, waits(team, k))
		}
	}
	best := -1
	for n, planned := range m.plan.Matches {
		ready := !m.done[planned.ID]
		for _, running := range m.games {
			ready = ready && running != n
		}
		for _, c := range planned.Chairs {
			ready = ready && int(c.slot) < len(m.names) && here[m.names[c.slot]]
		}
		if ready && (best < 0 || m.failures[planned.ID] < m.failures[m.plan.Matches[best].ID]) {
			best = n
		}
	}
	got, ok := j.Next(waiting)
	if ok != (best >= 0) || ok && got.ID != m.plan.Matches[best].ID {
		t.Fatalf("step %d: %v %v, not match %d", i, got, ok, best)
	}
	if ok {
		if got.attempt != m.failures[got.ID]+1 {
			t.Fatalf("step %d: attempt %d", i, got.attempt)
		}
		game := fmt.Sprint("g", i)
		m.games[game] = best
		must(t, j.Start(got, game, at(i)))
	}
}

// TestFullDisk: what could not be written was not booked, and can be tried
// again; where the file is in doubt, nothing more is written to it.
func TestFullDisk(t *testing.T) {
	s := specOf(3, 2, 2, 1)
	path := journalPath(t)
	j, d, err := tryOpen(path, s, true)
	must(t, err)
	admitAll(t, j)
	m := next(t, j)
	d.write = errors.New("no space left on device")
	if err := j.Start(m, "g1", at(1)); !errors.Is(err, d.write) {
		t.Errorf("error %v", err)
	}
	if got := next(t, j); !reflect.DeepEqual(got, m) {
		t.Errorf("not booked, and yet %v is next", got)
	}
	d.write = nil
	must(t, j.Start(m, "g1", at(1)))
	must(t, j.End(m.ID, Outcome{Game: "g1"}))
	m = next(t, j)
	must(t, j.Start(m, "g2", at(1)))

	d.sync = errors.New("input/output error")
	if err := j.End(m.ID, Outcome{Game: "g2"}); !errors.Is(err, d.sync) {
		t.Errorf("error %v", err)
	}
	lost := d.sync
	d.sync = nil
	if err := j.End(m.ID, Outcome{Game: "g2"}); !errors.Is(err, lost) {
		t.Errorf("a journal in doubt was written to: %v", err)
	}
	must(t, j.Close())
	if err := j.Admit("x", at(1)); err == nil {
		t.Error("a closed journal admits")
	}

	j, d, err = tryOpen(path, s, true) // the line had been written after all
	must(t, err)
	defer func() { must(t, j.Close()) }()
	if p := j.Progress(); p.round != 2 || p.Finished != 2 {
		t.Fatalf("%+v", p)
	}
	m = next(t, j)
	must(t, j.Start(m, "g3", at(1)))
	d.write, d.truncate = errors.New("no space"), errors.New("no way back")
	if err := j.End(m.ID, Outcome{Game: "g3"}); !errors.Is(err, d.write) || !errors.Is(err, d.truncate) {
		t.Errorf("error %v", err)
	}
	d.write = nil
	if err := j.End(m.ID, Outcome{Game: "g3"}); !errors.Is(err, d.truncate) {
		t.Errorf("a torn journal was written to: %v", err)
	}
}

// TestNoRoomForTheNextRound: the match is ended, and saying it again plans on.
func TestNoRoomForTheNextRound(t *testing.T) {
	j, d, err := tryOpen(journalPath(t), specOf(2, 2, 1, 1), true)
	must(t, err)
	defer func() { must(t, j.Close()) }()
	admitAll(t, j)
	m := next(t, j)
	must(t, j.Start(m, "g", at(1)))
	must(t, j.End(m.ID, Outcome{Game: "g"}))
	m = next(t, j)
	must(t, j.Start(m, "h", at(1)))
	must(t, j.book(&journalLine{Do: doFinish, Match: m.ID, Game: "h"}))
	d.write = errors.New("no space")
	if err := j.End(m.ID, Outcome{Game: "h"}); !errors.Is(err, d.write) {
		t.Errorf("error %v", err)
	}
	d.write = nil
	must(t, j.End(m.ID, Outcome{Game: "h"}))
	if p := j.Progress(); p.round != 3 || p.Finished != 2 {
		t.Errorf("%+v", p)
	}
}

// TestFaultsWhileOpening leave no lock behind.
func TestFaultsWhileOpening(t *testing.T) {
	s := specOf(2, 2, 1, 1)
	path := journalPath(t)
	fault := errors.New("fault")
	for _, d := range []*fakeDisk{{write: fault}, {sync: fault}, {truncate: fault}} {
		must(t, os.WriteFile(path, []byte(`{"matching":3,`), 0o644))
		if _, err := open(path, s, false, func(f *os.File) disk { d.File = f; return d }); !errors.Is(err, fault) {
			t.Errorf("%+v: error %v", d, err)
		}
	}
	openTest(t, path, s, false)
}

// TestTwoProcesses: only one has the journal, and it is free when that is gone,
// however it went.
func TestTwoProcesses(t *testing.T) {
	s := specOf(2, 2, 1, 1)
	if path := os.Getenv("MATCHING_JOURNAL"); path != "" { // we are the other one
		_, err := Open(path, s, false)
		fmt.Println("opened:", err)
		_, err = io.Copy(io.Discard, os.Stdin) // until killed
		must(t, err)
	}
	path := journalPath(t)
	j := openTest(t, path, s, false)
	if _, err := Open(path, s, false); !errors.Is(err, filelock.ErrBusy) {
		t.Errorf("opened twice by one process: %v", err)
	}
	if said := other(t, path, func() {}); !strings.Contains(said, "has it open") {
		t.Errorf("while it is open, another process said %q", said)
	}
	must(t, j.Close())
	said := other(t, path, func() {
		if _, err := Open(path, s, false); err == nil {
			t.Error("opened while another process has it")
		}
	})
	if said != "opened: <nil>\n" {
		t.Errorf("after it was closed, another process said %q", said)
	}
	if runtime.GOOS != "windows" { // where a lock file is left behind
		openTest(t, path, s, false) // that one was killed
	}
}

// other starts a second process that opens the journal, does something while
// that runs, kills it, and returns what it said.
func other(t *testing.T, path string, meanwhile func()) string {
	cmd := exec.Command(os.Args[0], "-test.run=^TestTwoProcesses$")
	cmd.Env = append(os.Environ(), "MATCHING_JOURNAL="+path)
	out, err := cmd.StdoutPipe()
	must(t, err)
	_, err = cmd.StdinPipe() // open until Wait
	must(t, err)
	must(t, cmd.Start())
	said := make([]byte, 1000)
	n, err := out.Read(said)
	must(t, err)
	meanwhile()
	must(t, cmd.Process.Kill())
	if err := cmd.Wait(); err == nil {
		t.Error("it ended by itself")
	}
	return string(said[:n])
}
