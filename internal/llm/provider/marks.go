package provider

import (
	"regexp"
	"strings"
)

// thoughtMarks are what open models put around their thought before they answer, and servers that do not know the model leave in.
func thoughtMarks() [][2]string {
	return [][2]string{
		{"<think>", "</think>"}, {"<thinking>", "</thinking>"}, {"<thought>", "</thought>"}, {"<reasoning>", "</reasoning>"},
		{"[THINK]", "[/THINK]"}, {"<seed:think>", "</seed:think>"}, {"◁think▷", "◁/think▷"}, {"<|channel>thought", "<channel|>"},
	}
}

// splitThoughts takes the model's reasoning off the beginning of its answer. A model cut short while it reasoned said nothing. The
// mark at the beginning may be missing, since some templates write it for the model.
func splitThoughts(text string) (thought, answer string) {
	const space = " \n\r\t"
	if thought, answer, is := channels(text); is {
		return thought, answer
	}
	begin := strings.TrimLeft(text, space)
	for _, mark := range thoughtMarks() {
		rest, opened := strings.CutPrefix(begin, mark[0])
		if at := strings.LastIndex(rest, mark[1]); at >= 0 && !opened {
			return strings.TrimSpace(rest[:at]), strings.TrimLeft(rest[at+len(mark[1]):], space)
		}
		if opened {
			thought, answer, _ = strings.Cut(rest, mark[1])
			return strings.TrimSpace(thought), strings.TrimLeft(answer, space)
		}
	}
	return "", text
}

// Marks of the format in which gpt-oss writes: a channel, with what it is used for, and the message in it.
var (
	channel = regexp.MustCompile(`(?s)<\|channel\|>\s*(\w+)[^<]*(?:<\|constrain\|>[^<]*)?<\|message\|>(.*?)(?:<\|(?:end|return|call|start|channel)\|>|$)`)
	bare    = regexp.MustCompile(`(?s)^\s*analysis(.+?)assistantfinal(.+)$`) // by servers that take special marks out, one by one
)

// channels splits what stands in channels: the final one is the answer, without one what is said beside the thought.
func channels(text string) (thought, answer string, is bool) {
	if m := bare.FindStringSubmatch(text); m != nil {
		return m[1], m[2], true
	}
	// A message ends where the next mark begins, which may begin the next channel.
	for at := channel.FindStringSubmatchIndex(text); at != nil; at = channel.FindStringSubmatchIndex(text) {
		said := text[at[4]:at[5]]
		switch name := text[at[2]:at[3]]; {
		case name == "analysis":
			thought += said
		default:
			answer = said
		}
		text, is = text[at[5]:], true
	}
	return strings.TrimSpace(thought), answer, is
}

// Marks of a conversation, which a server should have taken out of an answer.
var (
	opening = regexp.MustCompile(`^(?:\s|\x{feff}|<[|｜][^<>\n]{1,40}[|｜]>|<s>|<bos>|<start_of_turn>(?:model)?)*(?:(?i:assistant)\s*(?::|\n|<[|｜][^<>\n]{1,40}[|｜]>))?\s*`)
	closing = regexp.MustCompile(`<[|｜][^<>\n]{1,40}[|｜]>|</s>|<s>|<eos>|<end_of_turn>|<start_of_turn>|\[/?INST\]`)
	tagged  = regexp.MustCompile(`(?s)^<(?:answer|response|output)>(.*?)(?:</(?:answer|response|output)>)?$`)
)

// plain is a text without the marks of a conversation. It ends where the model's turn does.
func plain(text string) string {
	text = text[len(opening.FindString(text)):]
	if at := closing.FindStringIndex(text); at != nil {
		text = text[:at[0]]
	}
	text = strings.TrimSpace(text)
	if m := tagged.FindStringSubmatch(text); m != nil {
		text = strings.TrimSpace(m[1])
	}
	return text
}
