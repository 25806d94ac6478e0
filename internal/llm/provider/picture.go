package provider

import (
	"encoding/base64"
	"slices"

	"wolfden/internal/llm"
)

// pictured reports whether a message comes with a picture.
func pictured(m llm.Message) bool { return m.Picture != nil }

// blind are the messages without their pictures, for a model that sees none.
func blind(messages []llm.Message) []llm.Message {
	bare := slices.Clone(messages)
	for i := range bare {
		bare[i].Picture = nil
	}
	return bare
}

func encoded(p *llm.Picture) string { return base64.StdEncoding.EncodeToString(p.Data) }

func dataURL(p *llm.Picture) string { return "data:" + p.Type + ";base64," + encoded(p) }

// object is a part of a message's content.
type object map[string]any

// A picture beside a text, as each interface has them.

func chatParts(m llm.Message) any {
	return []object{{"type": "text", "text": m.Text}, {"type": "image_url", "image_url": object{"url": dataURL(m.Picture)}}}
}

func responsesParts(m llm.Message) any {
	return []object{{"type": "input_text", "text": m.Text}, {"type": "input_image", "image_url": dataURL(m.Picture)}}
}

func anthropicParts(m llm.Message) any {
	source := object{"type": "base64", "media_type": m.Picture.Type, "data": encoded(m.Picture)}
	return []object{{"type": "image", "source": source}, {"type": "text", "text": m.Text}}
}
