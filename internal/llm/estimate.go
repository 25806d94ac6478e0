package llm

// Estimate returns about how many tokens a request may take, including its thought and answer, on the high side. It counts
// three bytes as a token, which is one Japanese character or less than a short English word. An answer without
// a limit counts nothing.
func Estimate(req Request) int {
	return req.Sampling.Limit() + estimateIn(req)
}

func estimateIn(req Request) int {
	const perMessage, bytesPerToken = 4, 3
	tokens := 0
	for _, m := range req.Messages {
		tokens += perMessage + (len(m.Text)+bytesPerToken-1)/bytesPerToken
	}
	if req.Schema != nil {
		tokens += len(req.Schema.text) / bytesPerToken
	}
	return tokens
}
