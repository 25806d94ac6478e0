package config

// unusedSettings are read so that a file that has them is accepted.
func unusedSettings(tts *bool) []setting {
	table := []setting{
		{"tts_broadcaster.enable", boolean(tts), "false",
			"Not used: this server does not speak. A program that does can follow the realtime feed."},
	}
	for _, name := range []string{
		"async", "target_duration", "segment_dir", "temp_dir", "host", "timeout", "ffmpeg_path", "ffprobe_path",
		"convert_args", "duration_args", "pre_convert_args", "split_args", "silence_args", "min_buffer_segments", "max_segments",
	} {
		table = append(table, setting{path: "tts_broadcaster." + name, form: ignored()})
	}
	return table
}
