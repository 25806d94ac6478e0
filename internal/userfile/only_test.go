package userfile

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// One file among thousands is found without a list of all of them, whatever they are called. Otherwise an archive of 10,000 files, each looked
// up by itself, takes minutes.
func TestOneOfThousands(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine")
	}
	const files = 3000
	for _, name := range []string{"%04d" + strings.Repeat("x", 1000) + ".log", "対戦/%04d.log", "a%04d\x82.log", `a\%04d.log`, "\x82\xb1/%04d.log"} {
		var all [][2]string
		for i := range files {
			all = append(all, [2]string{fmt.Sprintf(name, i), "12345"})
		}
		archive := write(t, filepath.Join(t.TempDir(), "all.zip"), zipped(t, all...))
		wanted := filepath.Join(archive, filepath.FromSlash(nameOf(fmt.Sprintf(name, files/2))))
		if made := testing.AllocsPerRun(1, func() {
			if text, err := Load(wanted, 9); string(text) != "12345" || err != nil {
				t.Errorf("%.40s: %q, %v", name, text, err)
			}
		}); made > files/10 {
			t.Errorf("%.40s: %.0f allocations for one file of %d", name, made, files)
		}
	}
}

// inList is how a file is read that is looked up in the list of all.
func inList(archive, name string) (text []byte, err error) {
	z, err := openZip(archive, "")
	if err != nil {
		return nil, err
	}
	defer func() { _ = z.Close() }()
	f, err := z.find(name)
	if err != nil {
		return nil, err
	}
	in, err := f.Open()
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(in, int64(f.UncompressedSize64)+1))
}

// What is found by itself is what is found in the list of all, in archives of any form, whole and broken.
func TestFoundAsInTheList(t *testing.T) {
	t.Parallel()
	names := []string{"a/b.log", "twice.log", "%82%B1.log", "none.log", "c.log", "対戦.log", "%1B.log", "a"}
	whole := zipped(t, [2]string{"a/", ""}, [2]string{`a\b.log`, "12345"}, [2]string{"twice.log", "1"}, [2]string{"\x82\xb1.log", "2"}, [2]string{"c.log", "3"},
		[2]string{"twice.log", "4"}, [2]string{"対戦.log", strings.Repeat("5", 99)}, [2]string{"\x1b.log", "6"})
	var said bytes.Buffer
	w := zip.NewWriter(&said)
	_, err := w.Create("c.log")
	if err := errors.Join(err, w.SetComment("PK\x05\x06 and more"), w.Close()); err != nil {
		t.Fatal(err)
	}
	archives := []string{whole, said.String(), "before it " + whole, whole + "behind it", zipped(t), ""}
	chance := rand.New(rand.NewPCG(1, 2))
	changes := 300
	if testing.Short() {
		changes = 30
	}
	for range changes {
		b := []byte(whole)
		for range 1 + chance.IntN(2) {
			b[len(b)-1-chance.IntN(min(len(b), 700))] = byte(chance.Uint32() >> (8 * chance.IntN(4)) & 0xff >> chance.IntN(8))
		}
		archives = append(archives, string(b))
	}
	dir := t.TempDir()
	for i, text := range archives {
		archive := write(t, filepath.Join(dir, "a.zip"), text)
		for _, name := range names {
			want, wrong := inList(archive, name)
			var got []byte
			in, size, err := openIn(archive, name)
			if err == nil {
				got, err = io.ReadAll(io.LimitReader(in, size+1))
				_ = in.Close()
			}
			if !bytes.Equal(got, want) || (err == nil) != (wrong == nil) {
				t.Errorf("archive %d, %s: %q, %v; in the list %q, %v", i, name, got, err, want, wrong)
			}
		}
	}
}
