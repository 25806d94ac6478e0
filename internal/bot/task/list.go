package task

import "encoding/json"

// List is what the lists in a model's answer held: how many values it gave, how many of them the check dropped one by one, and whether
// an answer that is nothing but lists has no value left.
type List struct {
	Given   int  `json:"given"`
	Dropped int  `json:"dropped,omitempty"`
	Empty   bool `json:"empty,omitempty"`
}

// listOf compares an answer as it came with what was kept of it; nil where there is no list in it.
func listOf(answer json.RawMessage, out any) *List {
	text, err := json.Marshal(out)
	given, lists, _ := valuesIn(answer)
	if err != nil || !lists {
		return nil
	}
	kept, _, whole := valuesIn(text)
	return &List{Given: given, Dropped: max(0, given-kept), Empty: whole && kept == 0}
}

// valuesIn counts the values in the lists that stand in an object, and reports whether there are any lists, and nothing else.
func valuesIn(text json.RawMessage) (n int, lists, whole bool) {
	var fields map[string]any
	if json.Unmarshal(text, &fields) != nil {
		return 0, false, false
	}
	whole = true
	for _, value := range fields {
		switch list := value.(type) {
		case []any:
			n, lists = n+len(list), true
		case nil: // a list without values, as Go writes it
		default:
			whole = false
		}
	}
	return n, lists, whole
}
