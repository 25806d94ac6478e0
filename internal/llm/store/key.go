// Package store keeps answers of language models in plain files.
//
// The law of the package: an answer is found by what was asked and nothing else. An entry is one file, written whole
// under another name and then put in place, so that any number of goroutines and processes may share a folder and
// readers see all of an answer or none. Entries hold requests and answers as they are, and no keys, since neither
// requests nor answers do. The order in which things were asked leaves no trace.
package store

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"wolfden/internal/llm"
)

// question is all that an answer depends on. The label is not part of it.
type question struct {
	Kind     string          `json:"kind"`
	Model    string          `json:"model"`
	Sampling llm.Sampling    `json:"sampling"`
	Schema   json.RawMessage `json:"schema,omitempty"`
	Messages []llm.Message   `json:"messages"`
}

// keyOf is the name under which the answer of a model to a request is kept: a hash of the kind of question, the model's
// name, all sampling parameters with the index of the sample, the schema and the messages.
func keyOf(model string, req llm.Request) (string, error) {
	q := question{Kind: "complete", Model: model, Sampling: req.Sampling, Messages: req.Messages}
	if req.Schema != nil {
		q.Schema = req.Schema.Text()
	}
	text, err := json.Marshal(q)
	if err != nil {
		return "", fmt.Errorf("a request without a JSON form: %w", err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}
