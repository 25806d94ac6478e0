package spectate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"time"
)

// feedGames is the handler of /realtime/games.json: the games of the tracks of
// one port.
func (a *API) feedGames(port int) http.HandlerFunc {
	here := func(s *showing) bool {
		if s.track != nil {
			return s.track.On(port)
		}
		return slices.ContainsFunc(a.feed.tracks[s.dir], func(t *track) bool { return t.On(port) })
	}
	return func(w http.ResponseWriter, r *http.Request) {
		b, err := json.Marshal(a.feed.list(a.receiver(r), here))
		if err != nil {
			Refuse(w, http.StatusInternalServerError, "the list cannot be written")
			return
		}
		sum := fnv.New64a()
		_, _ = sum.Write(b)
		serveContent(w, r, "application/json", fmt.Sprintf("%x", sum.Sum64()), bytes.NewReader(b))
	}
}

// feedFile is the handler of /realtime/<name>.jsonl. The name is only looked
// up; no path is made of it.
func (a *API) feedFile(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutSuffix(r.PathValue("file"), feedExtension)
	show := a.feed.named(name)
	if !ok || show == nil {
		Refuse(w, http.StatusNotFound, "no such file; see "+feedList)
		return
	}
	whole := a.receiver(r)
	f, size, updated, err := show.open(whole)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		Refuse(w, http.StatusNotFound, "nothing of this game may be seen yet")
		return
	case err != nil:
		a.log.Error("realtime feed", "error", err)
		Refuse(w, http.StatusInternalServerError, "the file cannot be read")
		return
	}
	defer func() { _ = f.Close() }()
	tag := fmt.Sprintf("%x-%x-%t", updated.Unix(), size, whole)
	serveContent(w, r, "application/x-ndjson; charset=utf-8", tag, io.NewSectionReader(f, 0, size))
}

// serveContent answers with content that is checked anew every time; parts of
// it and what is unchanged are answered as such.
func serveContent(w http.ResponseWriter, r *http.Request, kind, tag string, content io.ReadSeeker) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("ETag", `"`+tag+`"`)
	h.Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, "", time.Time{}, content)
}
