package fleet

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Run is what a command has done by a fleet.
type Run struct {
	// ID is the same for the same run begun again, which then takes what came of it before. Letters and digits only.
	ID string `json:"id"`
	// Kind is what its jobs are, for those who do them.
	Kind string `json:"kind"`
	// Command is what people know the run by.
	Command string `json:"command"`
	// Program is what workers have to be: its version, and that of all that results depend on.
	Program string `json:"program"`
	// Needs is what workers have to have, such as a model, in the order of letters.
	Needs []string `json:"needs,omitempty"`
	// Workers is how many workers may have jobs of it at a time, those that came first; 0 is any number.
	Workers int `json:"workers,omitempty"`
	// Shared is what all jobs of the run have in common.
	Shared json.RawMessage `json:"shared,omitempty"`
	// Jobs is how many there will be, 0 where nobody knows.
	Jobs  int       `json:"jobs,omitempty"`
	Begun time.Time `json:"begun"`

	Done int     `json:"done"` // jobs, as its command has heard
	Rate float64 `json:"rate"` // jobs a second, lately
}

// class is the same for runs that the same workers can do. One consumer hands out the jobs of a class to all of them: consumers of a work
// queue may not overlap.
func (r *Run) class() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d\n%s", r.Program, r.Workers, strings.Join(r.Needs, "\n")))
	return hex.EncodeToString(sum[:8])
}

// fits says why a worker of a program, that has such tags, cannot do jobs of the run; "" where it can.
func (r *Run) fits(program string, tags []string) string {
	if r.Program != program {
		return "it is of " + r.Program + ", and this is " + program
	}
	for _, need := range r.Needs {
		if !slices.Contains(tags, need) {
			return "it needs " + need
		}
	}
	return ""
}

// parcel is jobs that travel together.
type parcel struct {
	Run  string `json:"run"`
	Jobs []job  `json:"jobs"`
}

// job is one of a run's; its id is unique in the run.
type job struct {
	ID   string          `json:"id"`
	Body json.RawMessage `json:"body"`
}

// key names the parcel: the same jobs are the same parcel.
func (p *parcel) key() string {
	h := sha256.New()
	h.Write([]byte(p.Run))
	for _, j := range p.Jobs {
		h.Write([]byte{0})
		h.Write([]byte(j.ID))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// done tells what came of the jobs of a parcel: where the results of those that succeeded are, one after the other.
type done struct {
	Object string        `json:"object"`
	Jobs   []string      `json:"jobs"`
	Sizes  []int         `json:"sizes"` // in bytes, one a job
	Worker string        `json:"worker"`
	Took   time.Duration `json:"took"` // nanoseconds, all of them
}

// Dead is a job that was given up. As an error it tells the first line of the cause.
type Dead struct {
	Run    string          `json:"run"`
	Job    string          `json:"job"`
	Body   json.RawMessage `json:"body"`
	Cause  string          `json:"cause"`
	Worker string          `json:"worker"` // that began it last
	Begun  int             `json:"begun"`  // how many times
	At     time.Time       `json:"at"`
}

// First is the first line of the cause.
func (d *Dead) First() string {
	line, _, _ := strings.Cut(d.Cause, "\n")
	return line
}

// Error tells what became of the job.
func (d *Dead) Error() string {
	return "job " + d.Job + " lies with the dead letters, begun " + count(d.Begun) + ": " + d.First()
}
