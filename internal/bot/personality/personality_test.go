package personality

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"wolfden/internal/bot/task"
	"wolfden/internal/llm/llmtest"
)

const precision = 1e-9

func near(a, b float64) bool { return math.Abs(a-b) < precision }

// byHand are the values of somebody, computed with pencil and paper from the appendix.
func byHand() (MBTI, map[Feature]float64) {
	m := MBTI{Extroversion: 0.8, Introversion: 0.2, Sensing: 0.3, Intuition: 0.7, Thinking: 0.6, Feeling: 0.4, Judging: 0.9, Perceiving: 0.1}
	return m, map[Feature]float64{
		Reformer: 0.70, Helper: 0.60, Achiever: 0.74, Individualist: 0.52, Investigator: 0.50, Loyalist: 0.26, Enthusiast: 0.76,
		Challenger: 0.70, Peacemaker: 0.28,
		LogicalConsistency: 0.66, SpecificityAndDetail: 0.42, IntuitiveDepth: 0.61, ClarityAndConciseness: 0.65,
		SocialProof: 0.776, Honesty: 0.52875, Consistency: 0.794 / 1.4,
		Friendliness: 0.68 / 1.2, EmotionalResonance: 0.48, AttractiveExpression: 0.70,
		SelfRealization: 0.70, SocialApproval: 0.52, Stability: 0.232, LoveIntimacy: 0.24, FreedomIndependence: 0.77,
		AdventureStimulation: 0.76, StableRelationships: 0.232,
		AvoidantBehavior: 0.232, AggressiveBehavior: 0.764, Adaptability: 0.50, IntroversionTendency: 0.2, ExtroversionTendency: 0.8,
		Empathy: 0.352, Assertiveness: 0.776,
	}
}

func TestOfAgainstValuesByHand(t *testing.T) {
	m, want := byHand()
	p := Of(m)
	if len(want)+len(m) != int(numFeatures) {
		t.Fatalf("%d values by hand for %d features", len(want), numFeatures)
	}
	for f, v := range want {
		if !near(p[f], v) {
			t.Errorf("%s is %.12f, by hand %.12f", f, p[f], v)
		}
	}
	if p.MBTI() != m {
		t.Errorf("the eight are %v, were %v", p.MBTI(), m)
	}
}

// twin is the appendix typed a second time, as sums over named values.
func twin(m MBTI) map[string]float64 {
	extroversion, introversion, sensing, intuition, thinking, feeling, judging := m[0], m[1], m[2], m[3], m[4], m[5], m[6]
	reformer := 0.4*intuition + 0.4*thinking + 0.2*judging
	helper := 0.5*feeling + 0.5*extroversion
	achiever := 0.4*extroversion + 0.4*thinking + 0.2*judging
	investigator := (0.5*intuition + 0.5*thinking + 0.5*introversion) / 1.5
	loyalist := 0.6*sensing + 0.4*introversion
	peacemaker := 0.6*introversion + 0.4*feeling
	return map[string]float64{
		"reformer": reformer, "helper": helper, "achiever": achiever, "individualist": 0.6*feeling + 0.4*intuition,
		"investigator": investigator, "loyalist": loyalist, "enthusiast": 0.6*extroversion + 0.4*intuition,
		"challenger": 0.5*extroversion + 0.5*thinking, "peacemaker": peacemaker,
		"logical_consistency":     0.4*thinking + 0.3*intuition + 0.3*reformer,
		"specificity_and_detail":  0.6*sensing + 0.2*intuition + 0.2*investigator,
		"intuitive_depth":         0.4*intuition + 0.3*thinking + 0.3*investigator,
		"clarity_and_conciseness": 0.5*thinking + 0.3*intuition + 0.2*reformer,
		"social_proof":            0.6*extroversion + 0.4*achiever,
		"honesty":                 (0.7*judging + 0.3*introversion + 0.6*loyalist) / 1.6,
		"consistency":             (0.7*judging + 0.3*introversion + 0.4*loyalist) / 1.4,
		"friendliness":            (0.5*feeling + 0.3*extroversion + 0.4*helper) / 1.2,
		"emotional_resonance":     0.6*feeling + 0.4*helper,
		"attractive_expression":   0.5*extroversion + 0.5*helper,
		"self_realization":        0.6*intuition + 0.4*reformer,
		"social_approval":         0.5*sensing + 0.5*achiever,
		"stability":               0.6*introversion + 0.4*peacemaker,
		"love_intimacy":           0.5*introversion + 0.5*peacemaker,
		"freedom_independence":    0.7*extroversion + 0.3*reformer,
		"adventure_stimulation":   0.6*extroversion + 0.4*intuition,
		"stable_relationships":    0.6*introversion + 0.4*peacemaker,
		"avoidant_behavior":       0.6*introversion + 0.4*peacemaker,
		"aggressive_behavior":     0.4*extroversion + 0.6*achiever,
		"adaptability":            0.5*feeling + 0.5*thinking,
		"introversion":            introversion, "extroversion": extroversion,
		"empathy":       0.6*feeling + 0.4*peacemaker,
		"assertiveness": 0.6*extroversion + 0.4*achiever,
	}
}

func TestOfAgainstASecondTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		var m MBTI
		for i := range m {
			m[i] = rng.Float64()
		}
		p, want := Of(m), twin(m)
		for f := Reformer; f < numFeatures; f++ {
			v, ok := want[f.String()]
			if !ok || !near(p[f], v) {
				t.Fatalf("%s of %v is %.12f, want %.12f", f, m, p[f], v)
			}
			if p[f] < 0 || p[f] > 1 {
				t.Fatalf("%s of %v leaves 0 to 1: %f", f, m, p[f])
			}
		}
	}
}

// The paper counts 24 derived features: 10 of cognition, 7 of desire, 7 of behavior, beside 9 affinities and 8 values.
func TestGroupsHaveThePapersSizes(t *testing.T) {
	sizes := map[Group]int{Eight: 8, Enneagram: 9, Statement: 4, Trust: 3, Liking: 3, Desire: 7, Behavior: 7}
	next := Feature(0)
	for _, g := range groups() {
		list := g.Features()
		if len(list) != sizes[g] {
			t.Errorf("%s has %d features, want %d", g, len(list), sizes[g])
		}
		for _, f := range list {
			if f != next {
				t.Errorf("%s: %s stands at %d, want %d", g, f, f, next)
			}
			next++
		}
	}
	if next != numFeatures {
		t.Errorf("%d features have a form, want %d", next, numFeatures)
	}
}

func TestWeighted(t *testing.T) {
	if got := Weighted([]float64{0.5, 0.25}, []float64{1, 0.2}); !near(got, 0.55/0.75) {
		t.Errorf("weighted %f", got)
	}
	if got := Weighted([]float64{0, 0}, []float64{1, 1}); got != 0 {
		t.Errorf("without weights %f", got)
	}
}

func TestTop(t *testing.T) {
	m, _ := byHand()
	p := Of(m)
	if got := p.Top(Desire, 2); !slices.Equal(got, []Feature{FreedomIndependence, AdventureStimulation}) {
		t.Errorf("top desires %v", got)
	}
	even := Of(MBTI{})
	if got := even.Top(Trust, 9); !slices.Equal(got, Trust.Features()) {
		t.Errorf("of equals in the paper's order, got %v", got)
	}
}

func TestJSON(t *testing.T) {
	m, _ := byHand()
	p := Of(m)
	var file map[string]map[string]float64
	if err := json.Unmarshal([]byte(p.Note()), &file); err != nil {
		t.Fatal(err)
	}
	if v := file["trust_tendency"]["honesty"]; !near(v, 0.52875) {
		t.Errorf("the file says honesty %f", v)
	}
	if v := file["behavior_tendency"]["introversion"]; !near(v, 0.2) {
		t.Errorf("the file says the behavior introversion %f", v)
	}
	var back Personality
	if err := json.Unmarshal([]byte(p.Note()), &back); err != nil || back != p {
		t.Errorf("read back %v, %v", back, err)
	}
	for _, bad := range []string{`{}`, `[]`, `{"mbti":{"extroversion":2}}`} {
		if err := json.Unmarshal([]byte(bad), &back); err == nil {
			t.Errorf("%s is taken for a personality", bad)
		}
	}
}

func TestInfer(t *testing.T) {
	model := llmtest.Model(llmtest.Say(`{"extroversion":0.8,"introversion":0.2,"sensing":0.3,"intuition":0.7,"thinking":0.6,` +
		`"feeling":0.4,"judging":0.9,"perceiving":0.1}`))
	m, _ := byHand()
	if p := Infer(t.Context(), task.NewDesk(nil, "en", model), "Ada", "a profile"); p != Of(m) {
		t.Errorf("of the model's values came %v", p)
	}
	p := Infer(t.Context(), task.NewDesk(nil, "en", nil), "Ada", "An outgoing and cheerful leader.")
	if p[Extroversion] <= p[Introversion] || p[Assertiveness] <= 0.5 {
		t.Errorf("by rule a cheerful leader is %s", p.Note())
	}
}

func TestIndicators(t *testing.T) {
	m, _ := byHand()
	p := Of(m)
	list := p.Indicators(Desire, Behavior)
	if len(list) != 14 || list[0].Name != "self_realization" || list[13].Name != "assertiveness" || !near(list[13].Value, 0.776) {
		t.Errorf("indicators %v", list)
	}
}

// TestTraits: the rule leans the way a profile does, in both languages.
func TestTraits(t *testing.T) {
	tests := []struct {
		profile string
		leans   func(p Poles) bool
	}{
		{"Cheerful and talkative. Logical, always punctual.", func(p Poles) bool {
			return p.Extroversion > 0.7 && p.Thinking > 0.6 && p.Judging > 0.6 && p.Sensing == 0.5
		}},
		{"A shy dreamer with a kind heart who takes it easy; easygoing.", func(p Poles) bool {
			return p.Introversion > 0.6 && p.Intuition > 0.6 && p.Feeling > 0.6 && p.Perceiving > 0.6
		}},
		{"明るく社交的。論理で話し、計画を立てる。", func(p Poles) bool { return p.Extroversion > 0.7 && p.Thinking > 0.6 && p.Judging > 0.6 }},
		{"内気で空想好き、とても優しい。のんびり屋。", func(p Poles) bool {
			return p.Introversion > 0.6 && p.Intuition > 0.6 && p.Feeling > 0.6 && p.Perceiving > 0.6
		}},
		{"", func(p Poles) bool { return p == Poles{.5, .5, .5, .5, .5, .5, .5, .5} }},
	}
	for _, tt := range tests {
		p := personalityTask.Rule(InferPersonalityIn{Profile: tt.profile})
		if !tt.leans(p) {
			t.Errorf("%q: %+v", tt.profile, p)
		}
		for _, pair := range p.pairs() {
			if sum := *pair[0].Value + *pair[1].Value; sum != 1 {
				t.Errorf("%q: %s and %s sum to %v", tt.profile, pair[0].Name, pair[1].Name, sum)
			}
		}
	}
}

// TestTraitWords: each value of a personality has words, and nothing else stands in their list.
func TestTraitWords(t *testing.T) {
	list := task.ReadWords(traitText)
	if len(list) != 8 {
		t.Errorf("%d names, not 8", len(list))
	}
	var p Poles
	for _, e := range list {
		if !slices.ContainsFunc(p.parts(), func(one Pole) bool { return one.Name == e.Name }) || len(e.Words) < 2 || slices.Contains(e.Words, "") {
			t.Errorf("%+v", e)
		}
		for i, w := range e.Words {
			if slices.Contains(e.Words[i+1:], w) {
				t.Errorf("%s: %q twice", e.Name, w)
			}
		}
	}
}
