package viewer

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/url"
	"path"
	"regexp"
	"strconv"

	"wolfden/gamelog"
	"wolfden/internal/characters"
	"wolfden/internal/viewer/avatar"
)

// faces knows how players look: by their profile, by the built-in character of that name, or else by the name alone. A
// face shows age and gender to everybody, as configured pictures do.
type faces struct {
	people map[string]avatar.Person // the built-in characters, by name in either language
	age    *regexp.Regexp
	gender *regexp.Regexp
}

func newFaces() (*faces, error) {
	f := &faces{
		people: map[string]avatar.Person{},
		age:    regexp.MustCompile(`(?im)(?:age|years|年齢)[^\d\n]{0,4}(\d{1,3})\b`),
		gender: regexp.MustCompile(`(?im)(?:gender|sex|性別)[ :：]{1,3}(\S{1,8})`),
	}
	for _, lang := range characters.Languages() {
		people, err := characters.In(lang)
		if err != nil {
			return nil, err
		}
		for _, c := range people {
			// The name of the person is the same in every language, and so is the face.
			f.people[c.Name] = avatar.Person{Name: c.ID, Age: c.Age, Gender: c.Gender}
		}
	}
	return f, nil
}

// face is how somebody at a table looks. A drawing is a picture, too: of a picture each place that shows it has one element, of
// lines and circles thirty, and a page has a thousand such places.
type face struct {
	Seat    int
	Picture string // the address of a picture, "" to use the drawing
	svg     string
}

// Drawing is the address of the drawing, which holds all of it.
func (f face) Drawing() template.URL {
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString([]byte(f.svg))) // avatar draws nothing it was given
}

// styleOf gives the names that lead to the players' cards their faces, from pictures that lie beside the style.
func styleOf(all []face) []byte {
	var b bytes.Buffer
	for i := range all {
		fmt.Fprintf(&b, "[href=\"#p%d\"]::before{background-image:url(%s)}\n", all[i].Seat, path.Base(all[i].Picture))
	}
	return b.Bytes()
}

// of are the faces of everybody at the table.
func (f *faces) of(h *gamelog.Header, pictures bool) []face {
	all := make([]face, len(h.Seats))
	for i := range h.Seats {
		seat := &h.Seats[i]
		p, known := f.people[seat.Name]
		if !known {
			p.Name = seat.Name
		}
		if m := f.age.FindStringSubmatch(seat.Profile); m != nil {
			p.Age, _ = strconv.Atoi(m[1]) // at most three digits
		}
		if m := f.gender.FindStringSubmatch(seat.Profile); m != nil {
			p.Gender = m[1]
		}
		all[i] = face{Seat: i + 1, svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">` + avatar.Draw(p) + `</svg>`}
		if u, err := url.Parse(seat.Avatar); pictures && err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" {
			all[i].Picture = u.String()
		}
	}
	return all
}
