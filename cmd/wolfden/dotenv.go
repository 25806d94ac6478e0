package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"regexp"
	"strings"
)

// longestDotenv is the longest file that is read.
const longestDotenv = 64 << 10

var variable = regexp.MustCompile(`^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)$`)

// loadDotenv sets variables from the files if the environment lacks them or has them empty, as containers do
// that pass on unset ones. It never logs a value, because values are keys.
func loadDotenv(log *slog.Logger) error {
	// Where the organisers' server looks: beside a released binary, and in its repository. A later file does not change a variable of an
	// earlier one.
	for _, path := range []string{".env", "config/.env"} {
		if err := loadDotenvFile(path, log); err != nil {
			return err
		}
	}
	return nil
}

// loadDotenvFile is loadDotenv for one file, which need not be there.
func loadDotenvFile(path string, log *slog.Logger) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the environment of the file: %w", err)
	}
	data, err := io.ReadAll(io.LimitReader(f, longestDotenv+1))
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("the environment of the file %s: %w", path, err)
	}
	if len(data) > longestDotenv {
		return fmt.Errorf("the file %s is longer than %d bytes; variables of the environment are NAME=value, one a line", path, longestDotenv)
	}
	return setVariables(path, data, log)
}

func setVariables(path string, data []byte, log *slog.Logger) error {
	var set []string
	data = bytes.TrimPrefix(data, []byte("\ufeff")) // some editors write it at the beginning
	for number, line := 1, []byte(nil); len(data) > 0; number++ {
		line, data, _ = bytes.Cut(data, []byte{'\n'})
		text := strings.TrimSpace(string(line))
		if text == "" || text[0] == '#' {
			continue
		}
		parts := variable.FindStringSubmatch(text)
		if parts == nil {
			log.Warn("a line that sets no variable; write NAME=value", "file", path, "line", number)
			continue
		}
		if os.Getenv(parts[1]) != "" {
			continue
		}
		if err := os.Setenv(parts[1], unquoted(parts[2])); err != nil {
			return fmt.Errorf("%s:%d: %s: %w", path, number, parts[1], err)
		}
		set = append(set, parts[1])
	}
	if len(set) > 0 {
		log.Info("variables of the environment", "file", path, "set", set)
	}
	return nil
}

// unquoted returns a value without its quotes, or without the comment after it.
func unquoted(value string) string {
	if value == "" {
		return ""
	}
	if quote := value[0]; quote == '"' || quote == '\'' {
		if inside, _, closed := strings.Cut(value[1:], string(quote)); closed {
			return inside
		}
	}
	if i := strings.Index(value, " #"); i >= 0 {
		value = value[:i]
	}
	return strings.TrimSpace(value)
}
