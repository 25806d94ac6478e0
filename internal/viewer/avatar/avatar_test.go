package avatar

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

func TestSamePersonSameFace(t *testing.T) {
	p := Person{Name: "Mio", Age: 31, Gender: "female"}
	first := Draw(p)
	if again := Draw(p); first != again {
		t.Fatal("two drawings of one person differ")
	}
	for _, other := range []Person{{"Mia", 31, "female"}, {"Mio", 75, "female"}, {"Mio", 31, "male"}} {
		if Draw(p) == Draw(other) {
			t.Errorf("%+v has the face of %+v", other, p)
		}
	}
}

func TestGenderWords(t *testing.T) {
	for _, words := range [][]string{{"female", "Female ", "女性"}, {"male", "男性", "MAN"}} {
		for _, w := range words[1:] {
			if a, b := Draw(Person{Name: "x", Gender: words[0]}), Draw(Person{Name: "x", Gender: w}); a != b {
				t.Errorf("%q is drawn differently from %q", w, words[0])
			}
		}
	}
}

func TestFacesAreTold(t *testing.T) {
	seen := map[string]string{}
	for i := range 400 {
		p := Person{Name: fmt.Sprint("somebody ", i), Age: i % 90}
		face := Draw(p)
		if other, ok := seen[face]; ok {
			t.Errorf("%s and %s have one face", p.Name, other)
		}
		seen[face] = p.Name
		if len(face) > 5000 {
			t.Errorf("the face of %s takes %d bytes", p.Name, len(face))
		}
	}
}

// Whatever people are called, a face is well-formed, inert and holds nothing of the name.
func FuzzDraw(f *testing.F) {
	f.Add(`"><script>alert(1)</script>`, 30, `"/><foreignObject>`)
	f.Add("", -5, "")
	f.Add("\x00\xff", 1<<40, "女性")
	f.Fuzz(func(t *testing.T, name string, age int, gender string) {
		face := Draw(Person{name, age, gender})
		d := xml.NewDecoder(strings.NewReader("<svg>" + face + "</svg>"))
		for {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("not well-formed: %v", err)
			}
			e, ok := tok.(xml.StartElement)
			if !ok {
				continue
			}
			switch e.Name.Local {
			case "svg", "g", "path", "circle", "ellipse", "rect":
			default:
				t.Fatalf("a face has no <%s>", e.Name.Local)
			}
			for _, a := range e.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "style" || strings.Contains(a.Value, "url") {
					t.Fatalf("a face has no %s=%q", a.Name.Local, a.Value)
				}
			}
		}
		if strings.Contains(face, "COLOUR") {
			t.Fatal("a piece was drawn without its colour")
		}
	})
}
