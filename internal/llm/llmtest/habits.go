package llmtest

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"wolfden/internal/llm"
)

// wordHabits are what models and templates leave around an answer.
func wordHabits() []Habit {
	return []Habit{
		says("think", "documentation of DeepSeek", around("<think>\nThe other {\"vote\": \"x\"} looks odd.\n</think>\n\n", "")),
		says("thinkclose", "ggml-org/llama.cpp #11861", around("Okay. Maybe {\"a\":1}?\n</think>\n\n", "")),
		says("thinkbracket", "documentation of Mistral", around("[THINK]hm {\"a\":1}[/THINK]", "")),
		says("thinkwhole", "scouzi1966/maclocal-api #44", around("<think>", "</think>")).silent(llm.CauseOnlyThought),
		says("harmony", "kekzl/imp #768", around("<|channel|>analysis<|message|>I should answer {}.<|end|><|start|>assistant<|channel|>final<|message|>", "<|return|>")),
		says("harmonybare", "Augustas11/macprovider #743", around("analysisWe should answer.assistantfinal", "")),
		says("commentary", "NVIDIA/TensorRT-LLM #9256", around("<|channel|>commentary<|message|>", "<|end|>")),
		says("imend", "logancyang/obsidian-copilot #2284", around("", "<|im_end|>")),
		says("eostext", "abetlen/llama-cpp-python #838", around("", "</s>")),
		says("goeson", "ggml-org/llama.cpp #6837", around("", "<|im_end|>\n<|im_start|>user\nAnd then?")),
		says("header", "ggml-org/llama.cpp #7106", around("assistant\n\n", "")),
		says("speaker", "seen with small models", around("Assistant: ", "")),
		says("bom", "seen behind proxies on Windows", around("\ufeff", "\n\n\n")),
		says("nul", "seen with small servers", around("\x00", "\x00")).written(),
		writes("fence", "lmstudio-ai/lmstudio-bug-tracker #2403", around("```json\n", "\n```"), around("```\n", "\n```")),
		writes("fencepre", "seen with small models", around("Sure! Here is my answer:\n\n```json\n", "\n```\nLet me know if you need anything else."),
			around("Sure! Here is my message:\n\n```\n", "\n```\nLet me know if you need anything else.")),
		writes("twice", "seen with small models", again, again),
		forms("toolcall", "vllm-project/vllm #17161", around(`<tool_call>{"name":"answer","arguments":`, `}</tool_call>`)),
	}
}

// sentenceHabits are what models put around a sentence that they were asked for.
func sentenceHabits() []Habit {
	return []Habit{
		texts("preamble", "seen with small models", around("Sure! Here is my message:\n\n", "")),
		texts("preambleline", "seen with small models", around("Here's what I would say: ", "")),
		texts("preamblequoted", "seen with small models", around("Certainly! Here's my response:\n\n\"", "\"")),
		texts("afterword", "seen with small models", around("", "\n\nLet me know if you would like me to change anything!")),
		texts("rule", "seen with small models", around("Here is my message:\n\n---\n\n", "\n\n---")),
		texts("fencetext", "seen with small models", around("```text\n", "\n```")),
		texts("ticks", "seen with small models", around("`", "`")),
		texts("quotes", "seen with small models", around("“", "”")),
		texts("kagi", "seen with small models", around("「", "」")),
		texts("single", "seen with small models", around("'", "'")),
		texts("bold", "seen with small models", around("**", "**")),
		texts("heading", "seen with small models", around("### Message\n\n", "")),
		texts("cited", "seen with small models", around("> ", "")),
		texts("bullet", "seen with small models", around("- ", "")),
		texts("label", "seen with small models", around("**Utterance:** ", "")),
		texts("answertag", "seen with models trained to reason", around("<think>I speak.</think>\n<answer>\n", "\n</answer>")),
		texts("boxed", "seen with models trained on mathematics", around(`\boxed{`, `}`)),
		texts("boxedtext", "seen with models trained on mathematics", around("The answer is:\n\n\\[\n\\boxed{\\text{", "}}\n\\]")),
		texts("jsontext", "seen with small models", quoted),
		texts("textlist", "seen with small models", around(`["`, `"]`)),
		texts("textonly", "seen with small models", around(`{"text": "`, `"}`)),
		texts("answeronly", "seen with small models", around(`{"answer": "`, `"}`)),
		texts("partjson", "seen with small models", around(`[{"type": "text", "text": "`, `"}]`)),
		texts("calljson", "seen with small models", around(`{"name": "say", "parameters": {"message": "`, `"}}`)),
		texts("callmark", "documentation of Mistral", around(`[TOOL_CALLS][{"name": "say", "arguments": {"message": "`, `"}}]`)),
		texts("callcode", "seen with small models", around(`say("`, `")`)),
		texts("xmlish", "seen with small models", around("<response>\n  <message>", "</message>\n</response>")),
		texts("yaml", "seen with small models", around("```yaml\nutterance: \"", "\"\n```")),
	}
}

func again(text string) string { return text + "\n" + text }

// jsonHabits are what models put around a value.
func jsonHabits() []Habit {
	return []Habit{
		forms("wrapped", "seen with small models", around(`{"answer":`, `}`)),
		forms("wrappedtwice", "seen with small models", around(`{"response":{"result":`, `}}`)),
		forms("schemaecho", "spring-projects/spring-ai #2763", around(`{"type":"object","properties":`, `}`)),
		forms("arr", "seen with small models", around("[", "]")),
		forms("strjson", "seen with small models", quoted),
		forms("pretty", "seen with small models", func(text string) string {
			var v any
			_ = json.Unmarshal([]byte(text), &v) // it is an object
			shown, _ := json.MarshalIndent(v, "", "    ")
			return string(shown) + "\n\n"
		}),
		forms("upper", "seen with small models", func(text string) string { return rekeyed(text, strings.ToUpper) }),
		forms("extra", "seen with small models", func(text string) string { return strings.TrimSuffix(text, "}") + `,"confidence":0.9}` }),
	}
}

// slipHabits are what models get wrong in JSON.
func slipHabits() []Habit {
	return []Habit{
		forms("comma", "ducroo/SICTIC-AI #37", func(text string) string { return strings.TrimSuffix(text, "}") + ",}" }),
		forms("comment", "FoundationAgents/MetaGPT #733", func(text string) string { return "{ // my answer\n" + strings.TrimPrefix(text, "{") }),
		forms("hash", "FoundationAgents/MetaGPT #799", func(text string) string { return strings.TrimSuffix(text, "}") + " # done\n}" }),
		forms("python", "waybarrios/vllm-mlx #63", func(text string) string { return strings.ReplaceAll(text, `"`, `'`) }),
		forms("curly", "Qarj/fix-busted-json #5", func(text string) string {
			open := false
			return strings.Map(func(r rune) rune {
				if r != '"' {
					return r
				}
				open = !open
				return map[bool]rune{true: '“', false: '”'}[open]
			}, text)
		}),
		forms("bracket", "Qarj/fix-busted-json #5", func(text string) string { return strings.TrimSuffix(text, "}") }),
		forms("inner", "mangiucugna/json_repair #49", func(text string) string {
			return strings.Replace(text, `:"`, `:"the "dictator", I say `, 1)
		}),
		forms("barekeys", "seen with small models", func(text string) string {
			return strings.NewReplacer(`{"`, `{`, `,"`, `,`, `":`, `:`).Replace(text)
		}),
	}
}

// partHabits are where servers put what is said.
func partHabits() []Habit {
	text := func(message map[string]any) string {
		said, _ := message["content"].(string)
		return said
	}
	move := func(name string, before string) func(_, _, message map[string]any) {
		return func(_, _, message map[string]any) { message[name], message["content"] = before+text(message), nil }
	}
	call := func(given func(string) any) func(_, choice, message map[string]any) {
		return func(_, choice, message map[string]any) {
			message["tool_calls"] = []any{map[string]any{"id": "c1", "type": "function", "function": map[string]any{"name": "answer", "arguments": given(text(message))}}}
			message["content"], choice["finish_reason"] = nil, "tool_calls"
		}
	}
	form := func(said string) string {
		if isForm(said) {
			return said
		}
		return `{"message":` + quoted(said) + `}`
	}
	part := func(kind, name string, value any) any { return map[string]any{"type": kind, name: value} }
	return []Habit{
		bodies("tool", "sgl-project/sglang #3797", call(func(said string) any { return form(said) })).written(),
		bodies("toolbare", "seen behind routers", call(func(said string) any { return said })),
		bodies("toolobject", "documentation of Ollama", call(func(said string) any { return json.RawMessage(form(said)) })).written(),
		bodies("function", "documentation of OpenAI, of old", func(_, _, message map[string]any) {
			message["content"], message["function_call"] = nil, map[string]any{"name": "answer", "arguments": form(text(message))}
		}).written(),
		bodies("reasonstop", "vllm-project/vllm #48863", move("reasoning_content", "thought ending in ")).silent(llm.CauseOnlyThought),
		bodies("reasonwhole", "vllm-project/vllm #16182", move("reasoning_content", "")).silent(llm.CauseOnlyThought),
		bodies("reasoning", "ollama/ollama #15288", move("reasoning", "")).silent(llm.CauseOnlyThought),
		bodies("parts", "documentation of Mistral", func(_, _, m map[string]any) { m["content"] = []any{part("text", "text", text(m))} }),
		bodies("magistral", "documentation of Mistral", func(_, _, m map[string]any) {
			half := len(text(m)) / 2
			m["content"] = []any{
				part("thinking", "thinking", []any{part("text", "text", `hmm {"x":1}`)}), part("text", "text", text(m)[:half]),
				part("thinking", "thinking", []any{}), part("text", "text", text(m)[half:]),
			}
		}),
		bodies("oldtext", "documentation of KoboldCpp", func(_, choice, m map[string]any) {
			choice["text"] = text(m)
			delete(choice, "message")
		}),
		raws("sse", "unslothai/unsloth #6570", func(body map[string]any) []byte { return streamed(body, "", 7) }),
		raws("ssebytes", "ggml-org/llama.cpp, seen", func(body map[string]any) []byte { return streamed(body, "", 1) }),
		raws("ssecomments", "documentation of OpenRouter", func(body map[string]any) []byte {
			return streamed(body, ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n", 7)
		}),
		raws("leadspace", "documentation of DeepSeek", func(body map[string]any) []byte { return append([]byte("\n\n\n      \n"), asJSON(body)...) }),
		raws("rawbom", "seen behind proxies on Windows", func(body map[string]any) []byte { return append([]byte("\ufeff"), asJSON(body)...) }),
	}
}

// besideHabits are what stands beside an answer.
func besideHabits() []Habit {
	usage := func(name, from string, value any) Habit {
		return bodies(name, from, func(body, _, _ map[string]any) { body["usage"] = value })
	}
	finish := func(name, from string, value any) Habit {
		return bodies(name, from, func(_, choice, _ map[string]any) { choice["finish_reason"] = value })
	}
	return []Habit{
		bodies("nousage", "seen with small servers", func(body, _, _ map[string]any) { delete(body, "usage") }),
		usage("usagenull", "seen behind routers", nil),
		usage("usagestr", "seen behind routers", map[string]any{"prompt_tokens": "12", "completion_tokens": 3.0, "prompt_tokens_details": nil}),
		usage("usagefloat", "seen behind routers", json.RawMessage(`{"prompt_tokens":12.0,"completion_tokens":3.0,"total_tokens":15.0}`)),
		usage("usageneg", "seen behind routers", map[string]any{"prompt_tokens": -1, "completion_tokens": -1}),
		usage("usagelist", "seen behind routers", []any{map[string]any{"prompt_tokens": 1}}),
		usage("costly", "documentation of OpenRouter", map[string]any{"prompt_tokens": 12, "completion_tokens": 3, "cost": 0.5}),
		finish("eos", "vibrantlabsai/ragas #1548", "eos"),
		finish("eostoken", "huggingface/text-generation-inference #2344", "eos_token"),
		finish("finishnull", "apache/camel #22829", nil),
		finish("finishtext", "Ai00-X/ai00_server #90", "null"),
		finish("finishempty", "mudler/LocalAI #5102", ""),
		finish("finishobject", "sgl-project/sglang, of old", map[string]any{"type": "stop", "matched": 2}),
		bodies("nofinish", "mudler/LocalAI #788", func(_, choice, _ map[string]any) { delete(choice, "finish_reason") }),
		bodies("ids", "seen behind routers", func(body, choice, _ map[string]any) {
			body["id"], body["created"], body["model"], body["object"], choice["index"], choice["logprobs"] = 7, "now", nil, []any{}, "0", "none"
		}),
		bodies("errornull", "documentation of OpenRouter", func(body, _, _ map[string]any) { body["error"] = nil }),
	}
}

// faultHabits are how servers fail, and what helps.
func faultHabits() []Habit {
	const ok = http.StatusOK
	firsts := []Habit{
		refuses("err200first", "documentation of OpenRouter", ok, `{"error":{"message":"Provider returned error","code":502}}`, every(2)),
		refuses("choiceerror", "documentation of OpenRouter", ok, `{"choices":[{"finish_reason":"error","error":{"code":502,"message":"upstream"},"message":{"content":"He"}}]}`, every(2)),
		refuses("emptychoicesfirst", "Aider-AI/aider #3550", ok, `{"id":"x","choices":[],"usage":{"prompt_tokens":5}}`, every(2)),
		refuses("nullchoicesfirst", "documentation of OpenRouter", ok, `{"choices":null,"error":{"message":"Provider returned error","code":524}}`, every(2)),
		refuses("aborted", "documentation of DeepSeek", ok, `{"choices":[{"finish_reason":"insufficient_system_resource","message":{"content":""}}]}`, every(2)),
		refuses("overloaded", "documentation of Anthropic", 529, `{"type":"error","error":{"type":"overloaded_error"}}`, every(3)),
		refuses("html502", "seen behind proxies", http.StatusBadGateway, `<html><body>502 Bad Gateway</body></html>`, every(3)),
		refuses("html200", "seen behind proxies", ok, `<html><title>Login</title></html>`, func(p Prompt) bool { return p.N%3 == 1 }),
		refuses("loading", "documentation of llama.cpp", http.StatusServiceUnavailable, `{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}`,
			func(p Prompt) bool { return p.N < 6 }),
		refuses("retrybody", "documentation of OpenAI", http.StatusTooManyRequests, `{"error":{"message":"Rate limit reached. Please try again in 1.2s."}}`, every(3)),
		refuses("retrydate", "RFC 9110", http.StatusTooManyRequests, `{"error":{"message":"slow down"}}`, every(3)).waiting("Retry-After", date(1500*time.Millisecond)),
		refuses("retryms", "documentation of Azure", http.StatusTooManyRequests, `{"error":{"message":"slow down"}}`, every(3)).waiting("Retry-After-Ms", fixed("300")),
	}
	return append(firsts,
		refuses("html401", "seen behind proxies", http.StatusUnauthorized, `<html><title>401</title></html>`, always).failing(llm.CauseRejected),
		refuses("nomodel", "documentation of Ollama", http.StatusNotFound, `{"error":"model 'x' not found"}`, always).failing(llm.CauseRejected),
		refuses("detail", "documentation of FastAPI", http.StatusNotFound, `{"detail":"Not Found"}`, always).failing(llm.CauseRejected),
		refuses("quota", "documentation of OpenAI", http.StatusTooManyRequests, `{"error":{"code":"insufficient_quota"}}`, always).
			waiting("Retry-After", fixed("86400")).failing(llm.CauseRejected),
		refuses("perday", "documentation of OpenRouter", ok, `{"error":{"message":"Rate limit exceeded: free-models-per-day","code":429}}`, always).failing(llm.CauseRejected),
		refuses("page", "seen behind proxies", ok, `<html><title>Login</title></html>`, always).failing(llm.CauseUnreadable),
		refuses("nothing200", "BerriAI/litellm, seen", ok, ``, always).failing(llm.CauseUnreadable),
		refuses("detail200", "seen with FastAPI", ok, `{"detail":"Something went wrong"}`, always).failing(llm.CauseUnavailable),
		bodies("refusal", "documentation of OpenAI", func(_, _, m map[string]any) { m["content"], m["refusal"] = nil, "I can't help with accusing people." }).failing(llm.CauseRefused),
		bodies("filter", "documentation of Azure", func(_, c, m map[string]any) { m["content"], c["finish_reason"] = "", "content_filter" }).failing(llm.CauseRefused),
		bodies("onlythought", "ollama/ollama #16184", func(_, _, m map[string]any) { m["content"], m["reasoning_content"] = "", "I do not know yet." }).failing(llm.CauseOnlyThought),
		bodies("reasononly", "seen with models that think", func(_, c, m map[string]any) {
			m["reasoning_content"], m["content"], c["finish_reason"] = strings.Repeat("long thought ", 50), "", "length"
		}).failing(llm.CauseTruncated),
	)
}

// refusalHabits are what servers do not take of a question.
func refusalHabits() []Habit {
	const bad, broken, strange = http.StatusBadRequest, http.StatusInternalServerError, http.StatusUnprocessableEntity
	return []Habit{
		refuses("nomaxtokens", "documentation of OpenAI", bad,
			`{"error":{"message":"Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.","param":"max_tokens"}}`, holds(`"max_tokens"`)),
		refuses("nomaxcompl", "Gitlawb/openclaude #739", strange,
			`{"detail":[{"type":"extra_forbidden","loc":["body","max_completion_tokens"],"msg":"Extra inputs are not permitted","input":8192}]}`, holds(`"max_completion_tokens"`)),
		refuses("notemp", "documentation of OpenAI", bad,
			`{"error":{"message":"Unsupported value: 'temperature' does not support 0.7 with this model.","param":"temperature"}}`, holds(`"temperature"`)),
		refuses("noseed", "documentation of Mistral", strange, `{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","seed"]}]}}`, holds(`"seed"`)),
		refuses("noschema", "documentation of DeepSeek", bad, `{"error":{"message":"This response_format type is unavailable now"}}`, holds(`"json_schema"`)),
		refuses("noformat", "lmstudio-ai/lmstudio-bug-tracker #169", bad, `{"error":"'response_format.type' must be 'text'"}`, holds(`"response_format"`)),
		refuses("noformat200", "LoadShine/tada #16", http.StatusOK, `{"error":"'response_format.type' must be 'text'"}`, holds(`"response_format"`)),
		refuses("nogrammar", "ggml-org/llama.cpp #11988", broken, `{"error":{"code":500,"message":"failed to parse grammar","type":"server_error"}}`, holds(`"json_schema"`)),
		refuses("noguide", "vllm-project/vllm #16182", bad, `{"object":"error","message":"The guided_json backend does not support this"}`, holds(`"json_schema"`)),
		{Name: "badgeneration", From: "thepersonalaicompany/amurex-backend #38", Bend: func(then Behaviour) Behaviour {
			return func(p Prompt) Answer {
				a := then(p)
				if p.Schema == nil {
					return a
				}
				return Answer{Status: bad, Raw: asJSON(map[string]any{"error": map[string]any{
					"message": "Failed to generate JSON. See 'failed_generation' for more details.", "code": "json_validate_failed", "failed_generation": a.Text + ",",
				}})}
			}
		}},
		refuses("nosystem", "sgl-project/sglang #892", bad, `{"error":{"message":"System role not supported","type":"BadRequestError","code":400}}`, instructedPrompt),
		refuses("developer", "documentation of Gemini", bad, `[{"error":{"code":400,"message":"Developer instruction is not enabled for models/gemma-3-27b-it"}}]`, instructedPrompt),
		refuses("jinja", "containers/ramalama #2425", broken,
			`{"error":{"code":500,"message":"While executing CallExpression: Jinja Exception: Only user and assistant roles are supported!","type":"server_error"}}`, instructedPrompt),
		refuses("turns", "microsoft/autogen #1037", bad,
			`{"object":"error","message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"invalid_request_error"}`, func(p Prompt) bool { return !takesTurns(p) }),
	}
}

// lengthHabits are what servers say of too many tokens: of all, or of the answer.
func lengthHabits() []Habit {
	const bad, most = http.StatusBadRequest, 40
	beyond := func(p Prompt) bool { return p.MaxTokens > most }
	return []Habit{
		refuses("window", "vllm-project/vllm #20409", bad,
			`{"message":"This model's maximum context length is 40 tokens. However, you requested 65 tokens (15 in the messages, 50 in the completion)."}`, beyond),
		refuses("answerlimit", "documentation of OpenAI", bad, `{"error":{"message":"max_tokens is too large: 50. This model supports at most 40 completion tokens"}}`, beyond),
		refuses("newtokens", "huggingface/transformers #28523", http.StatusUnprocessableEntity, `{"error":"Input validation error: max_new_tokens must be <= 40. Given: 50"}`, beyond),
		refuses("slot", "ggml-org/llama.cpp #15780", bad,
			`{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":407,"n_ctx":40}}`, always).failing(llm.CauseTooLong),
		refuses("slot200", "oobabooga/textgen #7257", http.StatusOK,
			`{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error","n_prompt_tokens":407,"n_ctx":40}}`, always).failing(llm.CauseTooLong),
	}
}
