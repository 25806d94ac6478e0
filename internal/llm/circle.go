package llm

// Circles reports whether a text ends in a passage that it has said over and over: three times, and through at least 240 bytes. A small
// model that has come to that goes on with it until its limit of tokens; so does one that a grammar lets write nothing but blanks.
func Circles(text string) bool {
	const least, longest, times = 240, 600, 3
	for period := 1; period <= longest; period++ {
		span := max(least, times*period)
		if span > len(text) {
			return false
		}
		at := len(text) - 1
		for at >= len(text)-span+period && text[at] == text[at-period] {
			at--
		}
		if at < len(text)-span+period {
			return true
		}
	}
	return false
}
