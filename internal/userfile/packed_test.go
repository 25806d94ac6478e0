package userfile

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func gzipped(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(text))
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// zipped is an archive of files, each a name and its text.
func zipped(t *testing.T, files ...[2]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, file := range files {
		f, err := w.Create(file[0])
		if err == nil {
			_, err = f.Write([]byte(file[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A file is the same however it lies: by itself, packed, in an archive, packed in an archive.
func TestLoad(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "plain.log"), "12345")
	write(t, filepath.Join(dir, "packed.log.gz"), gzipped(t, "12345"))
	archive := write(t, filepath.Join(dir, "all.ZIP"), zipped(t, [2]string{"log/", ""}, [2]string{"log/a.log", "12345"}, [2]string{`win\b.log`, "12345"},
		[2]string{"c.log.gz", gzipped(t, "12345")}, [2]string{"\x82\xb1.log", "12345"}, [2]string{"\x95\\.log", "12345"}, [2]string{"\x1b[2J\u202e.log", "12345"}, [2]string{"__MACOSX/log/._a.log", "x"}))
	write(t, filepath.Join(dir, "text.zip"), "12345") // it is none
	var found []string
	if err := Walk(dir, func(path string, err error) error {
		found = append(found, path)
		text, loading := Load(path, 5)
		if string(text) != "12345" || loading != nil {
			t.Errorf("%s: %q, %v", path, text, loading)
		}
		if _, err := Load(path, 4); !errors.Is(err, ErrLong) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s, of four bytes: %v", path, err)
		}
		if head, err := Head(path, 2); string(head) != "12" || err != nil {
			t.Errorf("%s begins %q, %v", path, head, err)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	want := []string{
		filepath.Join(archive, "%1B[2J%E2%80%AE.log"), filepath.Join(archive, "%82%B1.log"), filepath.Join(archive, "%95%5C.log"), filepath.Join(archive, "c.log.gz"), filepath.Join(archive, "log", "a.log"), filepath.Join(archive, "win", "b.log"),
		filepath.Join(dir, "packed.log.gz"), filepath.Join(dir, "plain.log"), filepath.Join(dir, "text.zip"),
	}
	if !slices.Equal(found, want) {
		t.Errorf("found %q, want %q", found, want)
	}
	if !InArchive(want[4]) || Lies(want[4]) != archive || InArchive(archive) || InArchive(filepath.Join(dir, "no.zip", "x")) {
		t.Error("what is in an archive is not known")
	}
	if err := Walk(filepath.Join(dir, "none"), func(_ string, err error) error { return err }); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	for _, c := range [][2]string{{"a.log.gz", "a.log"}, {"a.GZ", "a"}, {".gz", ".gz"}, {"a.log", "a.log"}} {
		if got := Plain(c[0]); got != c[1] {
			t.Errorf("%s is plainly %s", c[0], got)
		}
	}
}

// What is not read says why, and what to do.
func TestNotUnpacked(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("one goroutine")
	}
	dir := t.TempDir()
	tar := "log/a.log" + strings.Repeat("\x00", 248) + "ustar"
	bomb := strings.Repeat("\x00", 1<<20)
	for name, c := range map[string]struct{ text, want string }{
		"a.tar":     {tar, "compressed (tar): unpack it"},
		"a.tar.gz":  {gzipped(t, tar), "compressed (tar): unpack it"},
		"a.log.gz":  {gzipped(t, gzipped(t, "1")), "compressed (gzip): unpack it"},
		"cut.gz":    {gzipped(t, "12345")[:12], "packed by gzip, and broken"},
		"half.gz":   {gzipped(t, strings.Repeat("12345", 9))[:20], "packed by gzip, and broken"},
		"no.gz":     {"\x1f\x8b?", "packed by gzip, and broken"},
		"a.7z":      {"7z\xbc\xaf\x27\x1c\x00\x04", "compressed (7z): unpack it"},
		"a.xz":      {"\xfd7zXZ\x00\x00", "compressed (xz): unpack it"},
		"a.log.bz2": {"BZh91AY", "compressed (bzip2): unpack it"},
		"a.zst":     {"\x28\xb5\x2f\xfd\x04", "compressed (zstd): unpack it"},
		"a.rar":     {"Rar!\x1a\x07\x01\x00", "compressed (rar): unpack it"},
		"a.lzh":     {"\x19\x80-lh5-", "compressed (lzh): unpack it"},
		"renamed":   {zipped(t, [2]string{"a.log", "1"}), "compressed (zip): unpack it"},
		"bomb.gz":   {gzipped(t, bomb), ErrLong.Error()},
		"many.zip":  {zipped(t, slices.Repeat([][2]string{{"a.log", ""}}, mostFiles+1)...), "10001 files in it"},
		"cut.zip":   {zipped(t, [2]string{"a.log", strings.Repeat("12345", 99)})[40:], "archive"},
	} {
		path := write(t, filepath.Join(dir, name), c.text)
		if _, err := Load(path, 1<<10); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), path) {
			if name != "cut.zip" || err != nil && !errors.Is(err, zip.ErrFormat) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if !Packed(name) && name != "renamed" {
			t.Errorf("%s is not taken for packed", name)
		}
	}
}

// In an archive everything is refused that is no file of its own, and nothing hides another.
func TestArchivesOfStrangers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	header := func(h zip.FileHeader, text string) {
		f, err := w.CreateRaw(&h)
		if err == nil {
			_, err = f.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	link := zip.FileHeader{Name: "link.log", CompressedSize64: 6, UncompressedSize64: 6}
	link.SetMode(fs.ModeSymlink | 0o777)
	header(link, "../../")
	header(zip.FileHeader{Name: "secret.log", Flags: 1, CompressedSize64: 1, UncompressedSize64: 1}, "1")
	header(zip.FileHeader{Name: "odd.log", Method: 14, CompressedSize64: 1, UncompressedSize64: 1}, "1")
	header(zip.FileHeader{Name: "lie.log", Method: zip.Store, CompressedSize64: 9, UncompressedSize64: 2}, "123456789")
	for _, name := range []string{"../up.log", "a/../../up.log", "/abs.log", `C:\a.log`, "twice.log", "twice.log", "inner.zip", "bomb.log", "good.log"} {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		text := map[string]string{"inner.zip": zipped(t, [2]string{"a.log", "1"}), "bomb.log": strings.Repeat("0", 1<<20), "good.log": "1"}[name]
		if _, err := f.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	archive := write(t, filepath.Join(dir, "odd.zip"), b.String())
	want := map[string]string{
		"link.log": "a link", "secret.log": "encrypted", "odd.log": "unsupported", "lie.log": "checksum|unexpected EOF|valid zip",
		"../up.log": "leads out", "a/../../up.log": "leads out", "/abs.log": "leads out", "twice.log": "two files", "inner.zip": "compressed (zip)",
		"bomb.log": ErrLong.Error(), "good.log": "", "C:/a.log": "",
	}
	if filepath.Separator == '\\' {
		want["C:/a.log"] = "leads out"
	}
	if err := Walk(archive, func(path string, err error) error {
		name := filepath.ToSlash(path[len(archive)+1:])
		why, known := want[name]
		delete(want, name)
		_, loading := Load(path, 1<<10)
		fits := func(why string) bool { return loading != nil && strings.Contains(loading.Error(), why) }
		if !known || (loading == nil) != (why == "") || why != "" && !slices.ContainsFunc(strings.Split(why, "|"), fits) {
			t.Errorf("%s: %v, want %q", name, loading, why)
		}
		return err
	}); err != nil || len(want) > 0 {
		t.Errorf("%v, not found: %v", err, want)
	}
	if _, err := Load(filepath.Join(archive, "none.log"), 9); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not in it: %v", err)
	}
}

// An archive whose list alone would fill the memory, or that unpacks to more than any has, is refused before anything of it is unpacked.
func TestBombs(t *testing.T) {
	t.Parallel()
	var long, deep bytes.Buffer
	w := zip.NewWriter(&long)
	for i := range 140 {
		if _, err := w.Create(fmt.Sprint(i, strings.Repeat("x", 65_000))); err != nil {
			t.Fatal(err)
		}
	}
	d := zip.NewWriter(&deep)
	for i := range 5 {
		if _, err := d.CreateRaw(&zip.FileHeader{Name: fmt.Sprint(i), UncompressedSize64: 1 << 30}); err != nil {
			t.Fatal(err)
		}
	}
	var twice [][2]string // each may unpack to what a game may have, whatever the archive says of it
	for i := range mostBytes/mostPacked + 1 {
		twice = append(twice, [2]string{fmt.Sprint(i, ".log.gz"), gzipped(t, "1")})
	}
	if err := errors.Join(w.Close(), d.Close()); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, c := range map[string]struct{ text, want string }{
		"long.zip": {long.String(), "list of files is longer"}, "deep.zip": {deep.String(), "more than 4 GiB"}, "twice.zip": {zipped(t, twice...), "more than 4 GiB"},
	} {
		path := write(t, filepath.Join(dir, name), c.text)
		passed := ""
		err := Walk(dir, func(file string, err error) error {
			if file == path {
				passed = file
			}
			return err
		})
		if _, loading := Load(path, 9); err != nil || passed != path || loading == nil || !strings.Contains(loading.Error(), c.want) {
			t.Errorf("%s: %v, %v", name, err, loading)
		}
		if _, err := Load(filepath.Join(path, "0"), 9); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, a file in it: %v", name, err)
		}
	}
}
