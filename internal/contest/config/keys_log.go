package config

import (
	"slices"
	"strings"
	"unicode"

	"wolfden/internal/settings"
)

// logSettings are the keys of what is written down of a game for others.
func logSettings(t *Track) []settings.Key {
	return slices.Concat(
		loggerSettings("json_logger", &t.JSONLogger, "The communication log: every packet and its answer.", "json"),
		loggerSettings("game_logger", &t.GameLogger, "The contest log: what happened, a line an event.", "game"),
		loggerSettings("realtime_broadcaster", &t.RealtimeBroadcaster.Logger, "The realtime feed, for viewers.", "realtime"),
		[]settings.Key{settings.Row("realtime_broadcaster.delay", settings.Span(&t.RealtimeBroadcaster.Delay, 0), "0s", "How far the feed lags behind the game.")})
}

func loggerSettings(path string, l *Logger, doc, dir string) []settings.Key {
	return []settings.Key{
		settings.Row(path+".enable", settings.Boolean(&l.Enable), "true", doc),
		settings.Row(path+".output_dir", folder(&l.Dir).Otherwise("`"+dir+"` in `server.data_dir`"), "", "Folder of its files."),
		settings.Row(path+".filename", filename(&l.Filename), "{timestamp}_{teams}",
			"Name of a file without its ending. {game_id}, {timestamp} and {teams} become the game's."),
	}
}

func filename(p *string) settings.Form {
	const want = "the name of a file without folder and ending, with {game_id}, {timestamp} or {teams} in it"
	return settings.Checked(p, want, func(s string) string {
		bare := strings.NewReplacer("{game_id}", "x", "{timestamp}", "x", "{teams}", "x").Replace(s)
		switch {
		case bare == s:
			return "would be the same for every game"
		case strings.ContainsAny(bare, `/\`) || strings.HasPrefix(bare, "."):
			return "is not a plain file name"
		case strings.ContainsAny(bare, "{}"):
			return "has an unknown placeholder"
		case strings.ContainsFunc(bare, unicode.IsControl):
			return "holds control characters"
		case len(bare) > 100:
			return "is too long"
		default:
			return ""
		}
	})
}
