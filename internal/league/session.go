package league

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"wolfden/gamelog"
)

// sessionsFile has a line for every time that games were played in the folder.
const sessionsFile = "sessions.txt"

// Session is one time that games of a league were played: from a run or a resume until it ended.
type Session struct {
	Started time.Time `json:"started"`
	Program string    `json:"program,omitempty"` // version
	Commit  string    `json:"commit,omitempty"`
	Plan    string    `json:"plan"` // file in the folder, of the plan as it was then
}

// Begin notes that games are about to be played, and keeps a copy of the plan under the name, unless the folder has the same
// text already: a plan that was changed before a resume stands beside the first.
func (f *Folder) Begin(s Session, name string, plan []byte) error {
	s.Started = s.Started.UTC().Truncate(time.Second)
	ext := filepath.Ext(name)
	for n := 1; ; n++ {
		s.Plan = name
		if n > 1 {
			s.Plan = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext)
		}
		path := filepath.Join(f.dir, s.Plan)
		there, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			if err := gamelog.Settle(path, plan); err != nil {
				return err
			}
			break
		}
		if err != nil {
			return err
		}
		if bytes.Equal(there, plan) {
			break
		}
	}
	line, err := json.Marshal(s)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(f.dir, sessionsFile), os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(append(line, '\n'))
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return nil
}
