package config

import "wolfden/internal/settings"

// unusedSettings are read so that a file that has them is accepted.
func unusedSettings(tts *bool) []settings.Key {
	table := []settings.Key{
		settings.Row("tts_broadcaster.enable", settings.Boolean(tts), "false",
			"Not used: this server does not speak. A program that does can follow the realtime feed."),
	}
	for _, name := range []string{
		"async", "target_duration", "segment_dir", "temp_dir", "host", "timeout", "ffmpeg_path", "ffprobe_path",
		"convert_args", "duration_args", "pre_convert_args", "split_args", "silence_args", "min_buffer_segments", "max_segments",
	} {
		table = append(table, settings.Key{Path: "tts_broadcaster." + name, Form: settings.Ignored()})
	}
	return table
}
