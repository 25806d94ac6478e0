package contestlog

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wolfden/werewolf"
)

var logsFolder = flag.String("logs", "", "folder whose contest logs are made records and logs again")

func TestTMP(t *testing.T) {
	n, exact := 0, 0
	_ = filepath.WalkDir(*logsFolder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".log" {
			return err
		}
		data, _ := os.ReadFile(path)
		c, err := Read(bytes.NewReader(data))
		if err != nil {
			fmt.Println(path, err)
			return nil
		}
		n++
		rec, fs := c.Record()
		var b bytes.Buffer
		if err := WriteEdition(&b, rec, Newest); err != nil {
			t.Fatal(err)
		}
		again, err := Read(bytes.NewReader(b.Bytes()))
		if err != nil {
			fmt.Println(path, err)
			return nil
		}
		key := func(l Line, form bool) string {
			l.Number, l.Idx, l.Turn, l.Time, l.Named = 0, 0, 0, 0, false
			if l.Kind == StatusLine && form {
				l.Name = ""
			}
			l.Text = werewolf.Clean(l.Text)
			if l.Text == "" && l.Kind.speaks() {
				l.Text = "Over"
			}
			if l.Kind.speaks() {
				l.Text = fmt.Sprint(len(l.Text))
			}
			return fmt.Sprintf("%+v", l)
		}
		form := !strings.Contains(string(data), "xxx")
		have := map[string]int{}
		for _, l := range again.Lines {
			have[key(l, form)]++
		}
		show := []string{}
		for _, l := range c.Lines {
			if have[key(l, form)] == 0 {
				show = append(show, "-"+key(l, form))
			} else {
				have[key(l, form)]--
			}
		}
		for k, n := range have {
			if n > 0 {
				show = append(show, "+"+k)
			}
		}
		if len(show) > 0 {
			fmt.Println("==", strings.TrimPrefix(path, *logsFolder))
			for _, s := range show {
				fmt.Println("    ", s)
			}
		} else {
			exact++
			return nil
		}
		for _, f := range fs {
			s := f.String()
			fmt.Println("   ", s[:min(len(s), 150)])
		}
		return nil
	})
	fmt.Println(n, exact)
}
