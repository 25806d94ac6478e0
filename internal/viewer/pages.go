package viewer

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"wolfden/werewolf"
)

//go:embed page/*.html
var pageFiles embed.FS

//go:embed static/*
var staticFiles embed.FS

// pages are the templates, the words and the files that pages load. Nothing of it changes once it is made.
type pages struct {
	templates *template.Template
	words     map[string]*words
	assets    map[string]*asset
}

// asset is a file that pages load. Its address changes with it, so a browser may keep it for ever.
type asset struct {
	name, kind string
	data       []byte
	sum        string
}

func newPages() (*pages, error) {
	p := &pages{words: map[string]*words{}, assets: map[string]*asset{}}
	for _, lang := range []string{english, japanese} {
		w, err := readWords(wordFiles, lang)
		if err != nil {
			return nil, err
		}
		p.words[lang] = w
	}
	if err := p.readAssets(); err != nil {
		return nil, err
	}
	t, err := template.New("").Funcs(template.FuncMap{"dict": dict}).ParseFS(pageFiles, "page/*.html")
	p.templates = t
	return p, err
}

// dict gives a template several values.
func dict(pairs ...any) (map[string]any, error) {
	m := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		key, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("dict: %v is no key", pairs[i])
		}
		m[key] = pairs[i+1]
	}
	return m, nil
}

func (p *pages) readAssets() error {
	kinds := map[string]string{".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
	return fs.WalkDir(staticFiles, "static", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := staticFiles.ReadFile(file)
		sum := sha256.Sum256(data)
		name := path.Base(file)
		p.assets[name] = &asset{name: name, kind: kinds[path.Ext(name)], data: data, sum: hex.EncodeToString(sum[:6])}
		return err
	})
}

// static serves the files that pages load.
func (p *pages) static(w http.ResponseWriter, r *http.Request) {
	a := p.assets[r.PathValue("name")]
	if a == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", a.kind)
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	http.ServeContent(w, r, a.name, time.Time{}, bytes.NewReader(a.data))
}

// chrome is what all pages share. Templates are given it as part of their data.
type chrome struct {
	*words
	site  *Site
	Title string
	Base  string
	Here  string   // the part of the site: games, stats, play
	query *url.URL // of the page itself; nil in a file by itself
	Alone bool     // the page is a file by itself
	Style template.CSS
	Code  template.JS
	Rules string // the policy of a file
	Nav   []Link // of a page among others of files
	// FaceStyle is the address of a style with the faces of a game, "" where they are with the names.
	FaceStyle string
}

// about is the frame of a page about a game with the rules.
func (c chrome) about(r *werewolf.Rules) chrome {
	c.words = c.of(r.Table)
	return c
}

func (s *Site) chrome(r *http.Request, here, title string) chrome {
	return chrome{words: s.pages.words[languageOf(r)], site: s, Title: title, Base: s.options.Base, Here: here, query: r.URL}
}

// Lang is the language of the page.
func (c *chrome) Lang() string { return c.lang }

// CanPlay reports whether there are rooms to play in.
func (c *chrome) CanPlay() bool { return c.site != nil && c.site.options.Rooms != nil }

// OfContest reports whether there is a contest to show.
func (c *chrome) OfContest() bool { return c.site != nil && c.site.options.Contest != nil }

// Home is the address of the first page.
func (c *chrome) Home() string {
	if c.Nav != nil {
		return c.Base + "index.html"
	}
	return c.Base
}

// Asset is the address of a file that the page loads.
func (c *chrome) Asset(name string) string {
	return c.Base + "static/" + name + "?" + c.site.pages.assets[name].sum
}

// In is the address of this page with the key changed; "" takes it out.
func (c *chrome) In(key, value string) string {
	if c.query == nil {
		return ""
	}
	q := c.query.Query()
	q.Del("lang")
	q.Set(key, value)
	if value == "" {
		q.Del(key)
	}
	if len(q) == 0 {
		return c.query.Path
	}
	return c.query.Path + "?" + q.Encode()
}

// reply answers with a page.
func (s *Site) reply(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	s.send(w, r, status, s.render(name, data))
}

// render makes a page, nil where it cannot be made, which the log is told.
func (s *Site) render(name string, data any) []byte {
	var b bytes.Buffer
	if err := s.pages.templates.ExecuteTemplate(&b, name, data); err != nil {
		s.options.Log.Error("page", "name", name, "error", err)
		return nil
	}
	return b.Bytes()
}

// send answers with a page that was made, or says that it could not be.
func (s *Site) send(w http.ResponseWriter, r *http.Request, status int, page []byte) {
	if page == nil {
		http.Error(w, "this page cannot be made", http.StatusInternalServerError)
		return
	}
	if lang := known(r.URL.Query().Get("lang")); lang != "" {
		http.SetCookie(w, &http.Cookie{
			Name: languageCookie, Value: lang, Path: s.options.Base, MaxAge: 365 * 24 * 3600,
			HttpOnly: true, SameSite: http.SameSiteLaxMode,
		})
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-cache")
	}
	h.Set("Vary", "Accept-Encoding, Accept-Language, Cookie")
	writeZipped(w, r, status, page)
}

// writeZipped answers with a body, smaller where the browser can take that.
func writeZipped(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") || len(body) < 2<<10 {
		w.WriteHeader(status)
		_, _ = w.Write(body)
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	w.WriteHeader(status)
	z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // the level is a known one
	_, _ = z.Write(body)
	_ = z.Close()
}

// refuse answers with an error. key is that of the words; nothing of the request is in it.
func (s *Site) refuse(w http.ResponseWriter, r *http.Request, status int, key string) {
	c := s.chrome(r, "", "")
	c.Title = c.T(key)
	s.reply(w, r, status, "error", &struct {
		chrome
		Status int
	}{c, status})
}
