package fleet

import (
	"cmp"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"wolfden/internal/filelock"
)

// Server is a NATS server with JetStream inside this program.
type Server struct {
	nats *server.Server
	dir  string // that goes with it; "" for none
	held *os.File
}

// Settings say how a server is reached, and where it keeps what it has.
type Settings struct {
	Listen string // host:port; port 0 takes a free one
	Dir    string // where jobs and results lie; "" for a folder that goes with the server
	Keys   *Keys  // who is let in; nil lets everybody in who reaches it
	Cert   string // file of the server's certificate, and
	Key    string // of its key, for TLS; "" for none
	Log    string // file of the server's own log; "" for none
	// Told gets a line about what there is to wait for, in a fleet of this program's own; nil for nobody.
	Told func(line string)
}

// Serve starts a server.
func Serve(s Settings) (*Server, error) {
	host, port, err := net.SplitHostPort(s.Listen)
	if err != nil {
		return nil, err
	}
	number, err := strconv.Atoi(port)
	if err != nil {
		return nil, fmt.Errorf("%s: the port is no number", s.Listen)
	}
	if number == 0 {
		number = server.RANDOM_PORT
	}
	if free, err := net.Listen("tcp", s.Listen); err != nil { // the server would end this program without a word
		return nil, err
	} else if err := free.Close(); err != nil {
		return nil, err
	}
	own := &Server{}
	options := &server.Options{
		ServerName: "wolfden", Host: host, Port: number, NoSigs: true, NoLog: s.Log == "", LogFile: s.Log, Logtime: true,
		JetStream: true, StoreDir: s.Dir, DisableJetStreamBanner: true, MaxPayload: 8 << 20,
	}
	for _, dir := range []string{s.Dir, filepath.Dir(s.Log)} { // the server would end this program for want of them
		if err := os.MkdirAll(cmp.Or(dir, "."), 0o755); err != nil {
			return nil, err
		}
	}
	if s.Dir == "" {
		if own.dir, err = os.MkdirTemp("", "wolfden-fleet-"); err != nil {
			return nil, err
		}
		options.StoreDir = own.dir
	} else if err := own.lock(s.Dir); err != nil {
		return nil, err
	}
	if s.Keys != nil {
		s.Keys.admit(options)
	}
	if s.Cert != "" {
		tls, err := server.GenTLSConfig(&server.TLSConfigOpts{CertFile: s.Cert, KeyFile: s.Key})
		if err != nil {
			return nil, err
		}
		options.TLS, options.TLSConfig = true, tls
	}
	if own.nats, err = server.NewServer(options); err != nil {
		own.Close()
		return nil, err
	}
	if s.Log != "" {
		own.nats.ConfigureLogger()
	}
	own.nats.Start()
	if !own.nats.ReadyForConnections(30 * time.Second) {
		own.Close()
		return nil, fmt.Errorf("the server at %s does not start; is the address in use?", s.Listen)
	}
	return own, nil
}

// lock keeps other servers from a folder: two would each write over what the other has.
func (s *Server) lock(dir string) (err error) {
	if s.held, err = os.OpenFile(filepath.Join(dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600); err != nil {
		return err
	}
	if _, err = filelock.Lock(s.held); err != nil {
		s.Close()
		return fmt.Errorf("%s: %w", dir, err)
	}
	return nil
}

// URL is where the server is reached.
func (s *Server) URL() string { return s.nats.ClientURL() }

// Close ends the server.
func (s *Server) Close() {
	if s.nats != nil {
		s.nats.Shutdown()
		s.nats.WaitForShutdown()
	}
	if s.held != nil {
		_ = s.held.Close() // and others may have the folder
	}
	if s.dir != "" {
		_ = os.RemoveAll(s.dir) // what is left is the system's to clear
	}
}

// Here starts a server of this process's own and connects to it, without a network between.
func Here(s Settings) (*Fleet, error) {
	own, err := Serve(s)
	if err != nil {
		return nil, err
	}
	nc, err := nats.Connect("", nats.InProcessServer(own.nats))
	if err != nil {
		own.Close()
		return nil, err
	}
	f, err := (&Fleet{lease: Lease, look: lookAfter, told: s.Told, own: own}).bind(nc)
	if err != nil {
		nc.Close()
		own.Close()
		return nil, err
	}
	return f, nil
}

// URL is where workers reach the fleet's server.
func (f *Fleet) URL() string {
	if f.own != nil {
		return f.own.URL()
	}
	return f.nc.ConnectedUrlRedacted()
}
