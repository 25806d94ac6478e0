package config

import (
	"net/url"
	"strings"
	"unicode"

	"wolfden/internal/settings"
)

// characterSettings are the keys below custom_profile.
func characterSettings(d *draft) []settings.Key {
	c := &d.Characters
	return []settings.Key{
		settings.Row("custom_profile.enable", settings.Boolean(&c.Enable), "true",
			"Players appear as characters; else as Agent[01], Agent[02] and so on, without profiles."),
		settings.Row("custom_profile.profile_encoding", encoding(&c.Encoding).Otherwise("age, gender, personality"), "",
			"The lines of the profile a player is sent, in this order: item of the profiles, and how the line "+
				"calls it."),
		settings.Row("custom_profile.profiles", descriptions(&d.described).Otherwise("the characters that come with Wolfden"), "",
			"The characters, at least as many as players. Items besides these keys are named by "+
				"profile_encoding; others are not sent."),
		settings.Row("custom_profile.dynamic_profile.enable", settings.Boolean(&c.Dynamic.Enable), "false",
			"A language model makes up the characters; when it fails, they come from profiles."),
		settings.Row("custom_profile.dynamic_profile.prompt", settings.Text(&c.Dynamic.Prompt),
			"Please generate a profile for this character, at most 300 letters long. Please do not include anything "+
				"related to the Werewolf game. For the name, please only include the first name.",
			"What the model is asked."),
		settings.Row("custom_profile.dynamic_profile.attempts", settings.Number(&c.Dynamic.Attempts, 1, 100), "3",
			"How often it is asked for one character."),
		settings.Row("custom_profile.dynamic_profile.model", settings.Text(&c.Dynamic.Model), "", "Name of the model; needed when enabled."),
		settings.Row("custom_profile.dynamic_profile.max_tokens", settings.Number(&c.Dynamic.MaxTokens, 1, settings.MaxCount), "300",
			"Most tokens of an answer."),
		settings.Row("custom_profile.dynamic_profile.avatars", avatars(&c.Dynamic.Avatars), "",
			"Pictures, of which each character gets one by lot and is made up for it: the model is shown the picture, or told what it shows."),
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
