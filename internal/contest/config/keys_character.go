package config

import (
	"net/url"
	"strings"
	"unicode"
)

// characterSettings are the keys below custom_profile.
func characterSettings(d *draft) []setting {
	c := &d.Characters
	return []setting{
		{"custom_profile.enable", boolean(&c.Enable), "true",
			"Players appear as characters; else as Agent[01], Agent[02] and so on, without profiles."},
		{"custom_profile.profile_encoding", derived(encoding(&c.Encoding), "age, gender, personality"), "",
			"The lines of the profile a player is sent, in this order: item of the profiles, and how the line " +
				"calls it."},
		{"custom_profile.profiles", derived(descriptions(&d.described), "the characters that come with Wolfden"), "",
			"The characters, at least as many as players. Items besides these keys are named by " +
				"profile_encoding; others are not sent."},
		{"custom_profile.dynamic_profile.enable", boolean(&c.Dynamic.Enable), "false",
			"A language model makes up the characters; when it fails, they come from profiles."},
		{"custom_profile.dynamic_profile.prompt", text(&c.Dynamic.Prompt),
			"Please generate a profile for this character, at most 300 letters long. Please do not include anything " +
				"related to the Werewolf game. For the name, please only include the first name.",
			"What the model is asked."},
		{"custom_profile.dynamic_profile.attempts", number(&c.Dynamic.Attempts, 1, 100), "3",
			"How often it is asked for one character."},
		{"custom_profile.dynamic_profile.model", text(&c.Dynamic.Model), "", "Name of the model; needed when enabled."},
		{"custom_profile.dynamic_profile.max_tokens", number(&c.Dynamic.MaxTokens, 1, maxCount), "300",
			"Most tokens of an answer."},
		{"custom_profile.dynamic_profile.avatars", avatars(&c.Dynamic.Avatars), "",
			"Pictures, of which each character gets one by lot and is made up for it: the model is shown the picture, or told what it shows."},
	}
}

// checkAvatar keeps out addresses that do something in a viewer's page.
func checkAvatar(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil || strings.ContainsFunc(s, unicode.IsControl):
		return "is not an address"
	case u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https":
		return "is neither http nor https"
	default:
		return ""
	}
}
