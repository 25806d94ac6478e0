package server

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

var (
	cost    = flag.Int("cost", 0, "how many games are played for each figure of the server's processor time")
	repeats = flag.Int("repeats", 5, "how often each of those figures is measured; the median counts")
	against = flag.String("against", "", "another build of these tests, whose server is measured in turns with this one's")
)

// selfMatch keeps all logs, as is the default.
const selfMatch = `
server:
  data_dir: DIR
game: {agent_count: PLAYERS}
matching: {self_match: true}
`

const noLogs = `
json_logger: {enable: false}
game_logger: {enable: false}
realtime_broadcaster: {enable: false}
`

// TestCost measures the processor time that a game costs a server in a process
// of its own while fifty are played at once: with all logs, and with the record
// alone. Whatever else the machine does makes that time longer; only figures
// that were measured in turns can be compared. So do files that anybody removed
// nearby in the last minutes, which ext4 passes by one by one when it makes a
// new one: let TMPDIR be on a file system where none were.
func TestCost(t *testing.T) {
	if *cost == 0 {
		t.Skip("it measures; give it -cost 500 -v")
	}
	servers := []string{os.Args[0]}
	if *against != "" {
		servers = append(servers, *against)
	}
	t.Logf("data on %s; %d games at once, %d to warm up, then %d; median of %d (least to most)",
		fileSystem(t, t.TempDir()), tables, tables, *cost, *repeats)
	for _, players := range []int{5, 13} {
		for _, logs := range []struct{ kept, yaml string }{{"all logs", selfMatch}, {"no logs", selfMatch + noLogs}} {
			t.Run(fmt.Sprintf("%d players, %s", players, logs.kept), func(*testing.T) {
				yaml := strings.Replace(logs.yaml, "PLAYERS", fmt.Sprint(players), 1)
				figures := make([][]float64, len(servers))
				for range *repeats {
					for n, server := range servers {
						figures[n] = append(figures[n], costOf(t, server, yaml, players))
					}
				}
				for n, all := range figures {
					slices.Sort(all)
					t.Logf("%2d players, %s: %6.2f ms a game (%.2f to %.2f), %s", players, logs.kept,
						all[len(all)/2], all[0], all[len(all)-1], filepath.Base(servers[n]))
				}
			})
		}
	}
}

// costOf is the processor time of a game in milliseconds: what the server's
// process has used when it has ended, without what it had used before the games
// that count. Its folder stays until all is measured: ext4 is slow to make files
// where some were just removed.
func costOf(t *testing.T, server, yaml string, players int) float64 {
	c := newChild(t, yaml)
	c.program = server
	c.begin()
	c.rounds(t, players, tables)
	c.AwaitFiled(t, tables)
	before := cpuSoFar(t, c.process.Pid)
	c.rounds(t, players, *cost)
	c.AwaitFiled(t, tables+*cost)
	usage := c.end(syscall.SIGTERM).SysUsage().(*syscall.Rusage)
	return float64((cpuOf(usage) - before).Microseconds()) / 1000 / float64(*cost)
}

// cpuSoFar is the processor time of a living process, to the hundredth of a second.
func cpuSoFar(t *testing.T, pid int) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	// The name of the program may hold anything; the twelfth field after it is the time in user mode.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	var user, system int64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		t.Fatal(err)
	}
	return time.Duration(user+system) * (time.Second / 100)
}

// fileSystem is what a folder is kept on. In memory files cost less than they do a contest's server.
func fileSystem(t *testing.T, dir string) string {
	t.Helper()
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		t.Fatal(err)
	}
	const ext, overlay, memory = 0xef53, 0x794c7630, 0x01021994
	switch s.Type {
	case ext:
		return "ext4"
	case overlay:
		return "overlayfs"
	case memory:
		t.Fatalf("%s is in memory; let TMPDIR be a folder on a disk", dir)
	}
	return fmt.Sprintf("a file system of type %#x", s.Type)
}
