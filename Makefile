# The commands of daily work. .ci/run is what a change must pass.

.PHONY: all fmt lint test bench fuzz golden help

all: fmt test ## format and test (the default)

fmt: ## format every Go file in place
	gofmt -w .

lint: ## vet, then the linters of .ci/lint
	.ci/run vet lint

test: ## run the tests
	go test ./...

bench: ## run the benchmarks, six times each, ready for benchstat
	go test -run '^$$' -bench . -benchmem -count 6 ./...

fuzz: ## run every fuzz target for 20 s and print how many inputs it tried
	.ci/fuzz

# A test that compares with files in testdata/ has Golden in its name, and its package takes the flag -update. The
# packages are found by that flag, because a test binary that does not know it refuses to run.
golden: ## rewrite the golden files; read the diff before you commit it
	grep -rl --include='*_test.go' 'flag.Bool("update"' . | xargs -r -n 1 dirname | sort -u | \
		xargs -r -I{} go test {} -run Golden -update
	git diff --stat

help: ## list these targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/'
