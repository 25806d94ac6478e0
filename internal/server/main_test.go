package server

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"syscall"
	"testing"
	"time"

	"wolfden/internal/contest/config"
	"wolfden/internal/contest/contesttest"
	"wolfden/internal/waittest"
	"wolfden/wire"
)

var kills = flag.Int("kills", 3, "how often the server is killed while a contest is played")

// childConfig is the environment variable that makes the test binary a server.
const childConfig = "WOLFDEN_TEST_SERVER"

func TestMain(m *testing.M) {
	if path := os.Getenv(childConfig); path != "" {
		if err := childServer(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	if err := flag.Set("test.parallel", "4"); err != nil { // servers and their players wait more than they work
		panic(err)
	}
	os.Exit(m.Run())
}

// childServer serves until SIGTERM. With SIGUSR1 files may grow again that were
// limited by childFileSize.
func childServer(path string) error {
	cfg, err := config.Load(path)
	if err != nil {
		return err
	}
	if err := limitFiles(); err != nil {
		return err
	}
	if path := os.Getenv("WOLFDEN_TEST_PROFILE"); path != "" {
		f, err := os.Create(path)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	debug.SetGCPercent(GCPercent)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	s, err := New(Options{Config: cfg, Characters: contesttest.Cast(20), Log: log})
	if err != nil {
		return err
	}
	return s.ListenAndServe(ctx)
}

// freeAddress is an address on loopback where nobody listens. A server that is killed comes back to it, so its port is none of those that
// systems give to whoever asks for any: another process would have it meanwhile.
func freeAddress(tb testing.TB) *net.TCPAddr {
	tb.Helper()
	for range 100 {
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000))); err == nil {
			defer func() { _ = l.Close() }()
			return l.Addr().(*net.TCPAddr)
		}
	}
	tb.Fatal("no port is free")
	return nil
}

// child is a server in a process of its own.
type child struct {
	testServer
	tb      testing.TB
	program string
	config  string
	address string
	env     []string
	process *os.Process
	ended   chan *os.ProcessState
}

// newChild prepares a server; begin starts it.
func newChild(tb testing.TB, yaml string) *child {
	tb.Helper()
	dir := tb.TempDir()
	at := freeAddress(tb)
	path := dir + "/config.yml"
	text := strings.ReplaceAll(yaml, "DIR", dir)
	text = strings.Replace(text, "server:\n", fmt.Sprintf("server:\n  web_socket: {host: 127.0.0.1, port: %d}\n", at.Port), 1)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		tb.Fatal(err)
	}
	c := &child{tb: tb, program: os.Args[0], config: path, address: at.String()}
	c.Dir, c.URL = dir, "ws://"+at.String()+"/ws"
	tb.Cleanup(func() {
		if c.process != nil {
			c.end(os.Kill)
		}
	})
	return c
}

// begin starts the server and waits until it serves.
func (c *child) begin() {
	c.tb.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		c.tb.Fatal(err)
	}
	env := append(os.Environ(), append(c.env, childConfig+"="+c.config)...)
	c.process, err = os.StartProcess(c.program, os.Args[:1], &os.ProcAttr{Env: env, Files: []*os.File{nil, w, w}})
	_ = w.Close()
	if err != nil {
		c.tb.Fatal(err)
	}
	c.ended = make(chan *os.ProcessState, 1)
	go func(p *os.Process, ended chan<- *os.ProcessState) {
		said := collect(r)
		state, _ := p.Wait()
		if os.Getenv("WOLFDEN_TEST_LOG") != "" || state == nil || state.ExitCode() == 1 || state.ExitCode() == 2 {
			fmt.Fprint(os.Stderr, said)
		}
		ended <- state
	}(c.process, c.ended)
	waittest.Until(c.tb, "the server answers", func() bool {
		answer, err := http.Get("http://" + c.address + "/metrics")
		if err == nil {
			_ = answer.Body.Close()
		}
		return err == nil
	})
}

func collect(r *os.File) string {
	defer func() { _ = r.Close() }()
	var all strings.Builder
	buf := make([]byte, 4096)
	for {
		n, err := r.Read(buf)
		all.Write(buf[:n])
		if err != nil {
			return all.String()
		}
	}
}

// end sends the signal and waits for the end of the process.
func (c *child) end(sig os.Signal) *os.ProcessState {
	c.tb.Helper()
	_ = c.process.Signal(sig)
	select {
	case state := <-c.ended:
		c.process = nil
		return state
	case <-time.After(waittest.Longest):
		_ = c.process.Kill()
		c.tb.Fatal("the server does not end")
		return nil
	}
}

// returning is a client that plays on whatever happens, until the context ends.
func (c *child) returning(ctx context.Context, name string, p wire.Player) error {
	client := wire.Client{
		URL: c.URL, Name: name, Reconnect: true,
		New: func(string) (wire.Player, error) { return p, nil },
	}
	return client.Run(ctx)
}
