package config

import (
	"errors"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"
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
func watchSettings(s *Server, factor *float64) []setting {
	h, n := &s.TeamHealth, &s.Slack
	return []setting{
		{"team_health.enable", boolean(&h.Enable), "false",
			"Judges teams by the failures in their latest games: matches of frail teams come later, and very frail " +
				"teams rest for a while."},
		{"team_health.window", number(&h.Window, 1, 1000), "20", "How many of its games, the latest, a team is judged by."},
		{"team_health.min_games", number(&h.MinGames, 1, 1000), "3", "A team with fewer games is not judged."},
		{"team_health.scores.request_error", share(&h.RequestError), "1",
			"What the share of requests without a usable answer counts in the failure rate, relative to the other two."},
		{"team_health.scores.fatal", share(&h.Fatal), "3", "The same for the share of games a player was gone from for good."},
		{"team_health.scores.abort", share(&h.Abort), "1", "The same for the share of games that were given up."},
		{"team_health.weight_floor", fraction(&h.WeightFloor), "0.1",
			"The weight of a team is 1 less its failure rate, at least this; that of a match is the product of its teams'."},
		{"team_health.quarantine_rate", fraction(&h.QuarantineRate), "0.5",
			"A team whose failure rate is above it rests, as long as other matches are left."},
		{"team_health.quarantine_duration", span(&h.QuarantineDuration, time.Second), "30m", "How long it rests."},
		{"team_health.abort_weight_factor", derived(fraction(factor), "`matching.abort_weight_factor`"), "",
			"An older place of `matching.abort_weight_factor`."},
		{"slack_notifier.enable", boolean(&n.Enable), "false",
			"Tells an operator what happens, by a webhook as Slack and others have it."},
		{"slack_notifier.webhook_url", secret(&n.WebhookURL, "the address of the webhook, http or https", checkWebhook), "",
			"Where to. It is a secret: better leave it out and set SLACK_WEBHOOK_URL in the environment."},
		{"slack_notifier.username", text(&n.Username), "wolfden", "Who the messages are from."},
		{"slack_notifier.icon_emoji", text(&n.IconEmoji), "", "Their picture, such as :wolf:."},
		{"slack_notifier.timeout", span(&n.Timeout, time.Millisecond), "10s", "How long sending a message may take."},
		{"slack_notifier.min_interval", span(&n.MinInterval, 0), "1s", "The least time between two messages."},
		{"slack_notifier.events", texts(&n.Events, "kinds", "one of "+strings.Join(slackEvents(), ", "), checkEvent), "",
			"What is told: milestone (start, end, progress), abort (a game was given up), quarantine, stall (teams are " +
				"missing), faults (how often players failed in a game that is over). None is all of them."},
		{"slack_notifier.stall_threshold", span(&n.StallThreshold, 0), "10m",
			"When no game goes on and none has begun for so long, the missing teams are named; 0s: never."},
		{"slack_notifier.milestone_every", number(&n.MilestoneEvery, 0, maxCount), "10", "Games between two reports of progress; 0: none."},
	}
}

// share is a number that counts only in relation to others.
func share(p *float64) form {
	return bare("a number from 0", func(s string) string {
		x, err := strconv.ParseFloat(s, 64)
		switch {
		case err != nil || math.IsNaN(x):
			return "is not a number"
		case x < 0 || x > maxCount:
			return "is out of range"
		default:
			*p = x
			return ""
		}
	})
}

// secret is checked text that no error shows.
func secret(p *string, want string, check func(string) string) form {
	return form{want: want, read: func(r *reader, path string, n *node) {
		if n.kind != scalar {
			r.fault(path, n.line, "%s does not fit; write %s", n.kind, want)
			return
		}
		if why := check(n.text); why != "" {
			r.fault(path, n.line, "the value %s; write %s", why, want)
			return
		}
		*p = n.text
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
