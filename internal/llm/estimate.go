package llm

// Estimate returns about how many tokens a request may take, including its thought and answer, on the high side. It counts
// three bytes as a token, which is one Japanese character or less than a short English word. An answer without
// a limit counts nothing.
func Estimate(req Request) int {
	return req.Sampling.Limit() + estimateIn(req)
}

// Over returns about how many tokens a request and its answer have beyond its window, 0 if they fit or nobody knows the
// window.
func Over(req Request) int {
	if req.Window == 0 {
		return 0
	}
	return max(0, Estimate(req)-req.Window)
}

func estimateIn(req Request) int {
	const perMessage = 4
	tokens := 0
	for _, m := range req.Messages {
		tokens += perMessage + Tokens(m.Text)
	}
	if req.Schema != nil {
		tokens += len(req.Schema.text) / bytesPerToken
	}
	return tokens
}

const bytesPerToken = 3

// Tokens returns about how many tokens a text has, counted as Estimate counts them.
func Tokens(text string) int { return (len(text) + bytesPerToken - 1) / bytesPerToken }
