package viewer

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"wolfden/internal/chronicle"
	"wolfden/internal/viewer/story"
)

// callStore is where the prompts and answers of a page's calls are. The zero shelf has none.
type callStore struct {
	at, as string       // their addresses are at, the number of the call, as
	within map[int]bool // the numbers of those that are in the page itself
}

// mostInline is how many bytes of prompts and answers a file by itself holds.
const mostInline = 4 << 20

// inline is the shelf of a file by itself: the calls in their order, as long as there is room.
func inline(s *story.Story, most int) callStore {
	h := callStore{within: map[int]bool{}}
	for _, c := range s.Calls {
		if n := c.Size(); n <= most {
			h.within[c.N] = true
			most -= n
		}
	}
	return h
}

// Address is where the prompt and the answer of a call are, "" where that is nowhere else.
func (v itemView) Address(c *story.Call) string {
	if v.callStore.at == "" || c.Size() == 0 {
		return ""
	}
	return v.callStore.at + strconv.Itoa(c.N) + v.callStore.as
}

// InFile reports whether the page is a file, which shows the game with one pair of eyes.
func (v itemView) InFile() bool { return v.callStore.within != nil }

// Within reports whether they are in the page.
func (v itemView) Within(c *story.Call) bool { return v.callStore.within[c.N] }

// Left is how many thousand bytes were left out, 0 for none.
func (v itemView) Left(c *story.Call) int {
	if v.callStore.within == nil || v.callStore.within[c.N] {
		return 0
	}
	return (c.Size() + 999) / 1000
}

// LeftOut is what is to be said of prompts and answers that the page has no room for, "" where it has all.
func (p *gamePage) LeftOut() string {
	if p.callStore.within == nil || len(p.callStore.within) == len(p.Story.Calls) {
		return ""
	}
	return p.T("costs.left", len(p.Story.Calls)-len(p.callStore.within), len(p.Story.Calls))
}

// callPage is one call, for who has no script.
type callPage struct {
	chrome
	Item itemView // of no item: it knows the words and that the call is in the page
	Call *story.Call
	Back string
}

// called is a call as a script is given it.
type called struct {
	Messages []chronicle.Message `json:"messages"`
	Answer   string              `json:"answer"`
}

// call shows the prompt and the answer of one call, to whoever may see it on the page of the game: the number counts the
// calls that the perspective shows, and there is no other.
func (s *Site) call(w http.ResponseWriter, r *http.Request) {
	f, as, ok := s.watch(w, r)
	if !ok {
		return
	}
	n, _ := strconv.Atoi(r.PathValue("call")) // what is no number is no call
	st := story.Of(f.rec, as)
	c := st.Call(n)
	if c == nil {
		s.refuse(w, r, http.StatusNotFound, "error.call")
		return
	}
	w.Header().Set("Cache-Control", "private, no-store")
	if strings.Contains(r.Header.Get("Accept"), "application/json") {
		data, err := json.Marshal(called{c.Messages, c.Answer})
		if err != nil {
			s.options.Log.Error("call", "error", err)
			s.refuse(w, r, http.StatusInternalServerError, "error.unreadable")
			return
		}
		w.Header().Set("Content-Type", "application/json")
		writeZipped(w, r, http.StatusOK, data)
		return
	}
	p := &callPage{chrome: s.chrome(r, "", "").about(st.Rules), Call: c, Back: s.gameAddress(st.ID) + "?as=" + asOf(as)}
	p.Title = p.T("call.title", c.Task)
	p.Item = itemView{words: p.words, table: st, callStore: callStore{within: map[int]bool{c.N: true}}}
	s.reply(w, r, http.StatusOK, "callpage", p)
}
