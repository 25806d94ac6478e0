package contest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"wolfden/internal/contest/config"
	"wolfden/internal/filelock"
	"wolfden/werewolf"
)

// lockName is the file that says whose a folder is.
const lockName = ".wolfden.lock"

// locks keep other servers from the folders that this one writes to. Two servers
// that took each other's running games for those of a dead one would destroy
// their records.
type locks map[string]func() error // by the folder's own name, whatever leads to it

// lockAll locks every folder of a configuration, each once, or none of them.
func (l locks) lockAll(c *config.Config) error {
	err := l.lock(c, nil, "server.data_dir", c.Server.DataDir)
	for i := range c.Tracks {
		t := &c.Tracks[i]
		for _, out := range []struct {
			key string
			*config.Logger
		}{
			{"game_logger.output_dir", &t.GameLogger}, {"json_logger.output_dir", &t.JSONLogger},
			{"realtime_broadcaster.output_dir", &t.RealtimeBroadcaster.Logger},
		} {
			if err == nil && out.Enable {
				err = l.lock(c, t, out.key, out.Dir)
			}
		}
	}
	if err != nil {
		return errors.Join(err, l.release())
	}
	return nil
}

// busy is why a folder cannot be had that another process has.
type busy string

// Error implements error.
func (b busy) Error() string { return string(b) }

// Unwrap tells that somebody has it.
func (b busy) Unwrap() error { return filelock.ErrBusy }

// lock locks one folder, which is made if need be.
func (l locks) lock(c *config.Config, t *config.Track, key, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder for games: %w", err)
	}
	path, err := filepath.Abs(dir)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil || l[path] != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(path, lockName), os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return fmt.Errorf("cannot write games: %w", err)
	}
	unlock, err := filelock.Lock(file)
	if errors.Is(err, filelock.ErrBusy) {
		err = c.Blame(t, key, busy(fmt.Sprintf("the folder %s is in use by another server%s; stop that one, or name another folder", dir, owner(file))))
	}
	if err != nil {
		return errors.Join(err, file.Close())
	}
	l[path] = func() error { return errors.Join(unlock(), file.Close()) }
	return sign(file)
}

// sign writes down who has the lock, for who finds it taken.
func sign(file *os.File) error {
	host, err := os.Hostname()
	if err != nil {
		host = "an unknown machine"
	}
	text := fmt.Sprintf("process %d on %s since %s\n", os.Getpid(), host, time.Now().Format(time.DateTime))
	_, err = file.WriteAt([]byte(text), 0)
	return errors.Join(err, file.Truncate(int64(len(text))))
}

// owner is who has signed.
func owner(file *os.File) string {
	const most = 200
	text, err := io.ReadAll(io.NewSectionReader(file, 0, most))
	line, _, whole := bytes.Cut(text, []byte("\n"))
	if err != nil || !whole {
		return ""
	}
	return " (" + werewolf.Clean(string(line)) + ")"
}

// release lets others have the folders.
func (l locks) release() error {
	var errs []error
	for dir, unlock := range l {
		errs = append(errs, unlock())
		delete(l, dir)
	}
	return errors.Join(errs...)
}
