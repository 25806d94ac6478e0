package config

import (
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"wolfden/internal/settings"
)

// Blame is an error about the value of a key, in the form of those from Load, for what shows only when the server runs:
// a port in use, a disk that is full. It wraps err. The track is nil for keys of the whole server.
func (c *Config) Blame(t *Track, key string, err error) error {
	return &settings.Error{Heading: heading, Faults: []settings.Fault{c.fault(t, key, err)}}
}

func (c *Config) fault(t *Track, key string, err error) settings.Fault {
	prefix := ""
	if t != nil {
		prefix = t.prefix
	}
	f := c.read.At(prefix, key)
	f.Text, f.Cause = err.Error(), err
	return f
}

// Prepare makes the folders that the server will write to, and tries to write there and to load its certificate, so that
// what is wrong with them shows at the start and not in the middle of a game. It changes nothing else. The error is a
// *settings.Error that holds every fault.
func (c *Config) Prepare() error {
	var faults []settings.Fault
	try := func(t *Track, key string, err error) {
		if err != nil {
			faults = append(faults, c.fault(t, key, err))
		}
	}
	try(nil, "server.data_dir", writable(c.Server.DataDir))
	try(nil, "server.tls.cert", c.Server.TLS.load())
	for i := range c.Tracks {
		t := &c.Tracks[i]
		for _, l := range []struct {
			key string
			Logger
		}{
			{"json_logger", t.JSONLogger},
			{"game_logger", t.GameLogger},
			{"realtime_broadcaster", t.RealtimeBroadcaster.Logger},
		} {
			if l.Enable {
				try(t, l.key+".output_dir", writable(l.Dir))
			}
		}
		if t.Matching.IsOptimize {
			try(t, "matching.output_path", writable(filepath.Dir(t.Matching.OutputPath)))
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return &settings.Error{Heading: heading, Faults: settings.Sorted(faults)}
}

// writable makes a folder and proves that a file can be made in it.
func writable(dir string) error {
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		err = touch(dir)
	}
	if err != nil {
		return fmt.Errorf("%w; choose another place, or let the server write there", err)
	}
	return nil
}

func touch(dir string) error {
	f, err := os.CreateTemp(dir, ".wolfden-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func (t TLS) load() error {
	if t == (TLS{}) {
		return nil
	}
	if _, err := tls.LoadX509KeyPair(t.Cert, t.Key); err != nil {
		return fmt.Errorf("%w; name a certificate and its key, both PEM", err)
	}
	return nil
}
