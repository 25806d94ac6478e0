package viewer

import (
	"net/http"
	"net/url"
	"strconv"
	"sync"

	"wolfden/gamelog"
	"wolfden/internal/viewer/story"
	"wolfden/werewolf"
)

// keptPages holds pages of games that are over, which many look at and which cost the most to make. It is safe for concurrent use.
type keptPages struct {
	making sync.Mutex // one page at a time: whoever asks for many takes no more than one processor
	mu     sync.Mutex
	pages  map[pageKey][]byte
}

// pageKey is all that a page of a game that is over follows from.
type pageKey struct {
	record  *gamelog.Record
	chances string // what is kept of them
	as      story.Perspective
	lang    string
	address string
}

const mostKept = 64

// page returns the page of the key, and makes it where none is kept. What is kept is there at once, whatever is being made.
func (k *keptPages) page(key pageKey, render func() []byte) []byte {
	if page := k.kept(key); page != nil {
		return page
	}
	k.making.Lock()
	defer k.making.Unlock()
	if page := k.kept(key); page != nil { // made while this one waited
		return page
	}
	page := render()
	if page == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for old := range k.pages {
		if len(k.pages) < mostKept {
			break
		}
		delete(k.pages, old) // any of them
	}
	if k.pages == nil {
		k.pages = map[pageKey][]byte{}
	}
	k.pages[key] = page
	return page
}

func (k *keptPages) kept(key pageKey) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.pages[key]
}

// withoutRest is the request with nothing in its address but what pages of games know, and that once.
func withoutRest(r *http.Request) *http.Request {
	q, given := url.Values{}, r.URL.Query()
	as := given.Get("as")
	if n, err := strconv.Atoi(as); as == asAll || as == asVillage || err == nil && n > 0 && n <= werewolf.MaxSeats {
		q.Set("as", as)
	}
	if given.Get("end") != "" {
		q.Set("end", "1")
	}
	if lang := known(given.Get("lang")); lang != "" {
		q.Set("lang", lang)
	}
	bare := *r
	bare.URL = &url.URL{Path: r.URL.Path, RawQuery: q.Encode()}
	return &bare
}
