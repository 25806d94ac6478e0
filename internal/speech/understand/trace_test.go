package understand

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"wolfden/werewolf"
)

func TestTrace(t *testing.T) {
	text := os.Getenv("TRACE")
	if text == "" {
		t.Skip()
	}
	l := New(Table{Names: strings.Split(os.Getenv("NAMES"), ",")})
	lang := languages()[languageOf(text)]
	l.talk.begin(l, werewolf.Utterance{Seat: 1}, false)
	l.reader.load(text)
	c := &l.clause
	for l.reader.next(c, &lang.lexicon, l.roster[0]) {
		c2 := *c
		l.talk.hear(lang.grammar, c)
		for i := range c.n {
			var cats []string
			for k, p := range c.has {
				if p&at(i) != 0 && k != int(catAny) {
					cats = append(cats, lang.lexicon.cats.names[k])
				}
			}
			fmt.Print(strings.Join(cats, "&"), " ")
		}
		fmt.Println(c.asked, c.scoped)
		for i := range lang.grammar.patterns {
			p := &lang.grammar.patterns[i]
			c.find(p, func(m *match) {
				var es []string
				for _, e := range p.elements {
					n := "?"
					for name, k := range lang.grammar.byName {
						if k == e.class {
							n = name
						}
					}
					es = append(es, fmt.Sprint(n, [...]string{"", "*", "+", "..", "^", "$", "!"}[e.kind]))
				}
				fmt.Println("   ", kindNames[p.kind], es, m.start, m.end, m.target.Slice(), m.source.Slice(), m.role, m.species)
			})
		}
		_ = c2
	}
}
