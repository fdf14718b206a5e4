# Inflight needs only Go and make to build and serve the site. The full tests
# want a browser and a display besides; tools/setup.sh installs them on Debian.

SHELL := bash
GO    ?= go
PORT  ?= 8080
OUT   ?= out
SCENE ?= collective

.PHONY: serve build test fuzz mutants audit platforms view math check clean go

serve: go ## build wasm and site, serve them on 127.0.0.1:$(PORT), rebuild on change
	@CGO_ENABLED=0 $(GO) build -o .bin/inflight ./tools/inflight && exec .bin/inflight serve -port $(PORT)

build: go ## write the site to $(OUT), ready for any static host
	CGO_ENABLED=0 $(GO) run ./tools/inflight build -out $(OUT)

test: go ## all tests, those of the native window and of pages in a browser too
	@GO="$(GO)" bash tools/test.sh

fuzz: go ## let the fuzzer look for FUZZTIME (30s) on each target, or on those of FUZZ=REGEXP
	@GO="$(GO)" bash tools/fuzz.sh

mutants: go ## make deliberate faults, those of FAULT=REGEXP, and want each caught by its test
	@GO="$(GO)" bash tools/mutants.sh

audit: go ## ask the databases of known weaknesses about what is used
	@GO="$(GO)" bash tools/audit.sh

# The native window needs cgo on Linux and macOS, so it compiles there only.
platforms: go ## compile what runs on other systems
	CGO_ENABLED=0 GOOS=darwin GOARCH=arm64 $(GO) build -o /dev/null ./tools/inflight
	CGO_ENABLED=0 GOOS=windows GOARCH=amd64 $(GO) build -o /dev/null ./tools/inflight
	CGO_ENABLED=0 GOOS=linux GOARCH=arm64 $(GO) build -o /dev/null ./tools/inflight
	CGO_ENABLED=0 GOOS=windows GOARCH=amd64 $(GO) build -tags desktop -o /dev/null ./tools/view

view: go ## the native window, e.g. make view SCENE=collective
	@$(GO) run -tags desktop ./tools/view -scene $(SCENE)

check: go ## what review asks for besides tests
	@test -z "$$(gofmt -l .)" || { echo "gofmt: $$(gofmt -l . | tr '\n' ' ')"; exit 1; }
	$(GO) vet ./...
	$(GO) vet -tags "desktop browser" ./...
	$(GO) run honnef.co/go/tools/cmd/staticcheck@v0.8.2 ./...
	GOOS=js GOARCH=wasm $(GO) build -o /dev/null ./wasm
	GOOS=js GOARCH=wasm $(GO) build -o /dev/null ./wasm/measured

math: ## write the MathML of every formula anew (needs Node)
	@bash site/math/render.sh

clean:
	rm -rf $(OUT) .bin

go:
	@command -v $(GO) >/dev/null || { echo "$(GO): not found; install Go 1.26 or later"; exit 1; }
