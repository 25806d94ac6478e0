package access

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/werewolf"
)

// served runs a test with a server of strangers inside a bubble of synctest. Whatever it is sent it takes in whole.
func served(t *testing.T, most config.Connections, test func(t *testing.T, net *contesttest.Wires)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		settings := config.Default().Server
		settings.MaxConnections = most
		all := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if _, err := io.Copy(io.Discard, r.Body); err == nil {
				_, _ = io.WriteString(w, "all of it")
			}
		})
		net := contesttest.NewWires()
		web := NewHTTPServer(all, &settings, slog.New(slog.DiscardHandler))
		go func() { _ = web.Serve(net) }()
		test(t, net)
		_ = web.Close()
		net.CloseAll()
		synctest.Wait()
	})
}

// Connections over which nothing is asked count, and end.
func TestIdleHTTPConnectionsCountAndEnd(t *testing.T) {
	served(t, config.Connections{PerAddress: 3, PerTeam: werewolf.NoLimit, Total: werewolf.NoLimit}, func(t *testing.T, net *contesttest.Wires) {
		ask := func() (c *contesttest.Wired, status string) {
			c, err := net.Dial()
			if err != nil {
				t.Fatal(err)
			}
			_, _ = c.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n"))
			b := make([]byte, 4096)
			n, _ := c.Read(b)
			status, _, _ = strings.Cut(string(b[:n]), "\r\n")
			return c, status
		}
		var idle []*contesttest.Wired
		for range 3 {
			c, status := ask()
			if !strings.Contains(status, "200") {
				t.Errorf("status %q", status)
			}
			idle = append(idle, c)
		}
		refused, status := ask()
		if !strings.Contains(status, "429") || !hungUp(refused) {
			t.Errorf("beyond the limit: status %q", status)
		}
		player, err := net.Dial() // has a limit of its own
		if err != nil {
			t.Fatal(err)
		}
		_, _ = player.Write([]byte("GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n"))
		if got, err := io.ReadAll(player); err != nil || !strings.Contains(string(got), "200") {
			t.Errorf("a player is kept out: %s %v", got, err)
		}
		time.Sleep(idleTimeout + time.Second)
		for i, c := range idle {
			if !hungUp(c) {
				t.Errorf("connection %d is still open", i)
			}
		}
		if _, status := ask(); !strings.Contains(status, "200") {
			t.Errorf("the places are not free again: status %q", status)
		}
	})
}

// hungUp reports whether nothing more comes and the connection is over, after
// what is still to be read.
func hungUp(c *contesttest.Wired) bool {
	_ = c.SetReadDeadline(time.Now().Add(time.Second))
	_, err := io.Copy(io.Discard, c)
	return err == nil
}

// Who sends a body drop by drop is not waited for.
func TestTimeLimitsOfRequests(t *testing.T) {
	served(t, config.Connections{PerAddress: 3, PerTeam: 3, Total: 3}, func(t *testing.T, net *contesttest.Wires) {
		c, err := net.Dial()
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		_, _ = c.Write([]byte("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n"))
		go func() {
			defer func() { _ = c.Close() }()
			for time.Since(began) < 5*time.Minute {
				time.Sleep(time.Second)
				if _, err := c.Write([]byte("x")); err != nil {
					return
				}
			}
		}()
		_, _ = io.Copy(io.Discard, c)
		if took := time.Since(began); took > bodyTimeout+10*time.Second {
			t.Errorf("a body was waited for for %v", took)
		}
		_ = c.Close()
		time.Sleep(2 * time.Second)
	})
}
