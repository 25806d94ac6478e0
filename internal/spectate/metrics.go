package spectate

import (
	"context"
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"wolfden/internal/contest"
	"wolfden/internal/contest/config"
)

// metrics are the server's figures for Prometheus, in a registry of its own.
type metrics struct {
	registry    *prometheus.Registry
	started     *prometheus.CounterVec // by track
	ended       *prometheus.CounterVec // by track, winner and end
	faults      *prometheus.CounterVec // by track, team and fault
	connections prometheus.Gauge
	spectators  prometheus.Gauge
	answers     *prometheus.HistogramVec // by track and request
	bytes       *prometheus.CounterVec   // by kind of file
}

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		started: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wolfden_games_started_total", Help: "Games that began.",
		}, []string{"track"}),
		ended: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wolfden_games_ended_total", Help: "Games that were played to their end.",
		}, []string{"track", "winner", "end"}),
		faults: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wolfden_faults_total", Help: "Answers with a fault, of games that are over.",
		}, []string{"track", "team", "fault"}),
		connections: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "wolfden_connections", Help: "Open connections of players.",
		}),
		spectators: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "wolfden_spectators", Help: "Open event streams.",
		}),
		answers: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "wolfden_answer_seconds", Help: "Time from a request to its answer, of games that are over; late answers and open floors are not in it.",
			Buckets: []float64{0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120},
		}, []string{"track", "request"}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "wolfden_written_bytes_total", Help: "Bytes written to the realtime feed and to records, of games that are over.",
		}, []string{"kind"}),
	}
	m.registry.MustRegister(m.started, m.ended, m.faults, m.connections, m.spectators, m.answers, m.bytes)
	return m
}

// written counts the bytes of one kind of file.
func (m *metrics) written(kind string) func(int) {
	counter := m.bytes.WithLabelValues(kind)
	return func(n int) { counter.Add(float64(n)) }
}

// trackFigures asks a contest how busy a track is when somebody wants to know.
type trackFigures struct {
	contest        Contest
	track          *config.Track
	waiting, games *prometheus.Desc
}

// watch shows how busy a track is. Call it once for each.
func (m *metrics) watch(c Contest, t *config.Track) {
	track := prometheus.Labels{"track": t.Name}
	m.registry.MustRegister(&trackFigures{
		contest: c, track: t,
		waiting: prometheus.NewDesc("wolfden_waiting_clients", "Clients in the waiting room.", nil, track),
		games:   prometheus.NewDesc("wolfden_games", "Games that are not over.", []string{"state"}, track),
	})
}

// Describe implements prometheus.Collector.
func (f *trackFigures) Describe(c chan<- *prometheus.Desc) {
	c <- f.waiting
	c <- f.games
}

// Collect implements prometheus.Collector. Of a track that has ended or is stuck
// there are no figures.
func (f *trackFigures) Collect(c chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), contest.AnswerTime)
	defer cancel()
	n, ok := f.contest.Busy(ctx, f.track)
	if !ok {
		return
	}
	gauge := func(d *prometheus.Desc, n int, labels ...string) {
		c <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n), labels...)
	}
	gauge(f.waiting, n.Waiting)
	gauge(f.games, n.Running, playing.String())
	gauge(f.games, n.Paused, paused.String())
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
