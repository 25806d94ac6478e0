package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"wolfden/gamelog"
	"wolfden/internal/contestlog"
	"wolfden/internal/experiment"
	"wolfden/internal/league"
	"wolfden/internal/trial"
)

// mostWatched keeps a folder with very many files from taking all the time.
const mostWatched = 2000

// mostRead is how large a file may be whose text counts; of larger ones, such as weights of a model, size and time do.
const mostRead = 64 << 20

// programDigest tells apart what a program was made of: its files, or where its command names none, what is started. "" for a program
// elsewhere, and a built-in player that needs no file.
func programDigest(e league.Entry) (string, error) {
	files := programFiles(e)
	if words, err := commandOfProgram(e.Exec); e.Exec != "" && len(files) == 0 && err == nil {
		if started, err := exec.LookPath(words[0]); err == nil {
			files = []string{started}
		}
	}
	if len(files) == 0 {
		return "", nil
	}
	h := sha256.New()
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%q %d\n", filepath.ToSlash(file), info.Size())
		if info.Size() > mostRead {
			fmt.Fprintln(h, info.ModTime().UnixNano())
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		h.Write(text)
	}
	return hex.EncodeToString(h.Sum(nil)[:6]), nil
}

// programFiles are the files that the command of a program names, or the option and the prompts of a built-in player; beside and below those
// with an ending, all with the same one, since a program is rarely one file; and all below folders. What begins with a dot is left out there,
// and what wolfden and Python write.
func programFiles(e league.Entry) []string {
	words, err := commandOfProgram(e.Exec)
	if e.Exec == "" || err != nil {
		_, option, _ := strings.Cut(e.Bot, ":")
		words = []string{option, e.Prompts}
	}
	found, written := map[string]bool{}, []string{"__pycache__", programsDir, trial.FailedDir}
	below := func(dir, ext string) {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || len(found) >= mostWatched:
				return fs.SkipAll
			case d.IsDir() && path != dir && (strings.HasPrefix(d.Name(), ".") || slices.Contains(written, d.Name()) || ofRun(path)):
				return fs.SkipDir
			case d.Type().IsRegular() && !slices.Contains([]string{gamelog.Extension, contestlog.Extension}, filepath.Ext(path)) && (ext == "" || filepath.Ext(path) == ext):
				found[path] = true
			}
			return nil
		})
	}
	for _, word := range words {
		info, err := os.Stat(word)
		switch ext := filepath.Ext(word); {
		case err != nil:
		case info.IsDir():
			below(word, "")
		case info.Mode().IsRegular():
			found[filepath.Clean(word)] = true
			if ext != "" && !filepath.IsAbs(word) {
				below(filepath.Dir(word), ext)
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// ofRun reports whether a folder is one that games are played into.
func ofRun(dir string) bool {
	return slices.ContainsFunc([]string{league.StampFile, experiment.FolderFile}, func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, name))
		return err == nil
	})
}
