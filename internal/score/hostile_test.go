package score

import (
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"wolfden/gamelog"
	"wolfden/internal/chronicle"
	"wolfden/werewolf"
)

// hostile are names that mean something to one of the formats.
var hostile = []string{
	"<script>alert(1)</script>", "\x1b[2Jwiped", "=HYPERLINK(\"http://x.example\")", "@SUM(A1)", "+1", "-1", "＝1", "a\nb,c\",d",
	`\input{/etc/passwd}`, "$x_1^2$ & 50% #{}~", "\u202egnp.exe", "\u200bash", "", " ", "\xff\xfe", "]]>", "%s%d", "{{.}}", "\ufeffx", "\u2028",
}

func hostileReport(t *testing.T) *Report {
	t.Helper()
	var games []*chronicle.Summary
	for g := range 40 {
		game := &chronicle.Summary{Over: true, Winner: werewolf.Team(1 + g%2), Recorded: true}
		for i, role := range []werewolf.Role{werewolf.Seer, werewolf.Villager, werewolf.Villager, werewolf.Possessed, werewolf.Werewolf} {
			name := hostile[(g*3+i*7)%len(hostile)]
			game.Setup[role]++
			game.Players = append(game.Players, chronicle.Player{
				Team: chronicle.Label(name), Name: chronicle.Label(name), Role: role, Seat: werewolf.SeatID(i + 1), Order: 5 - i,
				Faults: map[gamelog.Fault]int{gamelog.Late: 1},
			})
		}
		games = append(games, game)
	}
	return Count(games, false, 1)
}

func TestHostileNamesAreHarmless(t *testing.T) {
	r := hostileReport(t)
	formats := map[string]string{
		"text": written(t, r.WriteText), "csv": written(t, r.WriteCSV), "json": written(t, r.WriteJSON),
		"latex": written(t, r.WriteLaTeX), "html": written(t, r.WriteHTML),
	}
	for name, out := range formats {
		for _, c := range out {
			if c != '\n' && !unicode.IsPrint(c) {
				t.Errorf("%s holds %U", name, c)
			}
		}
	}
	rows, err := csv.NewReader(strings.NewReader(formats["csv"])).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		for _, cell := range row {
			_, err := strconv.ParseFloat(cell, 64)
			if cell != "" && err != nil && strings.ContainsRune("=+-@＝＋－＠", []rune(cell)[0]) {
				t.Errorf("csv: %q begins a formula", cell)
			}
		}
	}
	if !json.Valid([]byte(formats["json"])) {
		t.Error("the JSON is none")
	}
	if strings.Contains(formats["latex"], `\input`) || strings.Contains(strings.NewReplacer(`\$`, "", `$-$`, "").Replace(formats["latex"]), "$") {
		t.Error("latex: a name is a command")
	}
	page := formats["html"]
	for _, never := range []string{"<script", "href", "src=", "url(", "@import", "javascript:"} {
		if strings.Contains(page, never) {
			t.Errorf("html holds %q", never)
		}
	}
	balanced(t, page)
}

// balanced reads the page tag by tag.
func balanced(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict, d.AutoClose, d.Entity = false, []string{"meta", "!doctype"}, xml.HTMLEntity
	plots := 0
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("html: %v", err)
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "svg" {
			plots++
		}
	}
	if plots < 5 {
		t.Errorf("html: %d plots", plots)
	}
}
