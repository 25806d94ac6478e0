package config

import (
	"errors"
	"net/url"
	"strings"
	"time"

	"wolfden/internal/settings"
)

// TeamHealth is how a team's failures are judged by its latest games, and what comes of it.
type TeamHealth struct {
	Enable             bool
	Window             int     // games that are looked at
	MinGames           int     // a team with fewer is not judged
	RequestError       float64 // what the share of requests without a usable answer counts in the failure rate,
	Fatal              float64 // that of games a player was gone from for good,
	Abort              float64 // and that of games that were given up
	WeightFloor        float64 // the least weight of a team, 0 to 1
	QuarantineRate     float64 // a team whose failure rate is above it is quarantined
	QuarantineDuration time.Duration
}

// Slack is where an operator is told what happens, and of what.
type Slack struct {
	Enable         bool
	WebhookURL     string // "" where it comes from the environment
	Username       string
	IconEmoji      string
	Timeout        time.Duration // of one message
	MinInterval    time.Duration // between two
	Events         []string      // of SlackEvents; none is all
	StallThreshold time.Duration // without a game before missing teams are told of; 0 for never
	MilestoneEvery int           // games between two reports of progress; 0 for none
}

// slackEvents are the kinds of messages.
func slackEvents() []string {
	return []string{"milestone", "abort", "quarantine", "stall", "faults"}
}

// watchSettings are the keys of what watches over a contest.
func watchSettings(s *Server, factor *float64) []settings.Key {
	h, n := &s.TeamHealth, &s.Slack
	return []settings.Key{
		settings.Row("team_health.enable", settings.Boolean(&h.Enable), "false",
			"Judges teams by the failures in their latest games: matches of frail teams come later, and very frail "+
				"teams rest for a while."),
		settings.Row("team_health.window", settings.Number(&h.Window, 1, 1000), "20", "How many of its games, the latest, a team is judged by."),
		settings.Row("team_health.min_games", settings.Number(&h.MinGames, 1, 1000), "3", "A team with fewer games is not judged."),
		settings.Row("team_health.scores.request_error", share(&h.RequestError), "1",
			"What the share of requests without a usable answer counts in the failure rate, relative to the other two."),
		settings.Row("team_health.scores.fatal", share(&h.Fatal), "3", "The same for the share of games a player was gone from for good."),
		settings.Row("team_health.scores.abort", share(&h.Abort), "1", "The same for the share of games that were given up."),
		settings.Row("team_health.weight_floor", settings.Fraction(&h.WeightFloor), "0.1",
			"The weight of a team is 1 less its failure rate, at least this; that of a match is the product of its teams'."),
		settings.Row("team_health.quarantine_rate", settings.Fraction(&h.QuarantineRate), "0.5",
			"A team whose failure rate is above it rests, as long as other matches are left."),
		settings.Row("team_health.quarantine_duration", settings.Span(&h.QuarantineDuration, time.Second), "30m", "How long it rests."),
		settings.Row("team_health.abort_weight_factor", settings.Fraction(factor).Otherwise("`matching.abort_weight_factor`"), "",
			"An older place of `matching.abort_weight_factor`."),
		settings.Row("slack_notifier.enable", settings.Boolean(&n.Enable), "false",
			"Tells an operator what happens, by a webhook as Slack and others have it."),
		settings.Row("slack_notifier.webhook_url", secret(&n.WebhookURL, "the address of the webhook, http or https", checkWebhook), "",
			"Where to. It is a secret: better leave it out and set SLACK_WEBHOOK_URL in the environment."),
		settings.Row("slack_notifier.username", settings.Text(&n.Username), "wolfden", "Who the messages are from."),
		settings.Row("slack_notifier.icon_emoji", settings.Text(&n.IconEmoji), "", "Their picture, such as :wolf:."),
		settings.Row("slack_notifier.timeout", settings.Span(&n.Timeout, time.Millisecond), "10s", "How long sending a message may take."),
		settings.Row("slack_notifier.min_interval", settings.Span(&n.MinInterval, 0), "1s", "The least time between two messages."),
		settings.Row("slack_notifier.events", settings.Texts(&n.Events, "kinds", "one of "+strings.Join(slackEvents(), ", "), checkEvent), "",
			"What is told: milestone (start, end, progress), abort (a game was given up), quarantine, stall (teams are "+
				"missing), faults (how often players failed in a game that is over). None is all of them."),
		settings.Row("slack_notifier.stall_threshold", settings.Span(&n.StallThreshold, 0), "10m",
			"When no game goes on and none has begun for so long, the missing teams are named; 0s: never."),
		settings.Row("slack_notifier.milestone_every", settings.Number(&n.MilestoneEvery, 0, settings.MaxCount), "10", "Games between two reports of progress; 0: none."),
	}
}

// share is a number that counts only in relation to others.
func share(p *float64) settings.Form { return settings.Real(p, settings.MaxCount, "a number from 0") }

// secret is checked text that no error shows.
func secret(p *string, want string, check func(string) string) settings.Form {
	return settings.Form{Want: want, Read: func(r *settings.Reader, path string, n *settings.Node) {
		if n.Kind != settings.Scalar {
			r.Fault(path, n.Line, "%s does not fit; write %s", n.Kind, want)
			return
		}
		if why := check(n.Text); why != "" {
			r.Fault(path, n.Line, "the value %s; write %s", why, want)
			return
		}
		*p = n.Text
	}}
}

// CheckWebhook reports why a text cannot be the address of a webhook. The error does not hold it: it is a secret.
func CheckWebhook(s string) error {
	if why := checkWebhook(s); why != "" {
		return errors.New(why)
	}
	return nil
}

func checkWebhook(s string) string {
	if s == "" {
		return "" // the environment's
	}
	u, err := url.Parse(s)
	switch {
	case err != nil || u.Host == "":
		return "is not an address"
	case u.Scheme != "http" && u.Scheme != "https":
		return "is neither http nor https"
	default:
		return ""
	}
}

func checkEvent(s string) string {
	for _, known := range slackEvents() {
		if s == known {
			return ""
		}
	}
	return "is not known"
}

// settle settles what only counts in relation.
func (h *TeamHealth) settle() {
	if h.RequestError+h.Fatal+h.Abort == 0 { // as on the organisers' server
		h.RequestError, h.Fatal, h.Abort = 1, 3, 1
	}
}
