# Everything from a new clone on. Each target installs what it needs; `make help` lists them.
SHELL := bash
SWIFT_BUILD := swift build -c release
# 256-bit vector registers where this machine has them; results are the same without.
export DIORAMA_SIMD ?= $(shell grep -qw avx2 /proc/cpuinfo 2>/dev/null && echo avx2)
DIORAMA := .build/release/diorama

.PHONY: help demo test build web bench interop fuzz soak servicesoak journeys browser api restore lint docs pictures models photos
.PHONY: eval clean
help: ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 13

build: web ## build the program: .build/release/diorama
	scripts/setup.sh build
	$(SWIFT_BUILD) --product diorama

web: ## build the web client into the server's resources
	scripts/setup.sh web
	scripts/build-web.sh

demo: build ## make the demo capture, reconstruct it and serve it until Ctrl-C (CI=true: check the pages and end)
	scripts/demo.sh $(DIORAMA)

test: ## build and run every test from nothing
	scripts/test.sh

soak: ## 100,000 random histories of devices that sync (HISTORIES=100000) and all cases of damage; prints the seed of what fails
	scripts/setup.sh build
	swift build -c release --build-tests
	DIORAMA_HISTORIES=$(or $(HISTORIES),100000) swift test -c release --skip-build \
		--filter 'ConvergenceTests|AccountHistoryTests|Recovery[A-Za-z]*Tests|RoomShellTests|RegistrationTests' \
		--filter 'CrashTests|DeletionTests|ColmapTests|HistoryTests|SyncFaultTests|SyncDamageTests|ExampleTests|RoundTripMatrixTests'

servicesoak: build ## kill parts of the processing service at random while 20 accounts process 200 scans; SECONDS_LONG=600
	scripts/setup.sh test sync
	.venv/bin/python Tests/JourneyTests/soak.py $(DIORAMA) --seconds $(or $(SECONDS_LONG),600)

journeys: build ## every journey across devices, with the program killed at every step (takes long); prints the table
	scripts/setup.sh test sync
	DIORAMA_KILLS=1000 scripts/with-seaweedfs.sh .venv/bin/python Tests/JourneyTests/run.py $(DIORAMA) --jobs 2

browser: build ## every check of the pages in Chromium, all sizes and fonts (takes long)
	scripts/setup.sh web test
	.venv/bin/python Tests/BrowserTests/run.py $(DIORAMA) --jobs 2

api: build ## compare the server with docs/openapi.yaml and the processing service with its own, with random requests
	scripts/setup.sh test sync
	Tests/ApiTests/run.sh $(DIORAMA)
	scripts/with-seaweedfs.sh .venv/bin/python Tests/ApiTests/service_api.py $(DIORAMA) --examples 10

restore: build ## back up, destroy and restore a real service with the scripts of deploy/; check the files of deploy/
	scripts/setup.sh test sync restore
	scripts/check-deploy.sh $(DIORAMA)
	scripts/with-seaweedfs.sh .venv/bin/python Tests/DeployTests/restore.py $(DIORAMA)

lint: ## check the style of all sources
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks Fuzz Samples
	.venv/bin/python scripts/check-style.py
	scripts/build-shaders.sh --check

docs: ## build the API documentation of all libraries into .build/docs; fails on warnings and missing comments
	scripts/docs.sh

bench: build ## measure side by side with Open3D; prints a table
	scripts/setup.sh bench
	Benchmarks/run.sh

interop: build ## open every written format with every reader there is, large files too (20 minutes); ONLY="mesh/obj plan"
	scripts/setup.sh interop
	.venv-interop/bin/python Tests/InteropTests/full.py $(DIORAMA) $(if $(ONLY),--only $(ONLY)) $(if $(ALLOW_MISSING),--allow-missing)

fuzz: ## run every fuzz target; SECONDS_EACH=60
	scripts/setup.sh build
	Fuzz/run.sh $(or $(SECONDS_EACH),60)

pictures: build ## make the pictures of README and docs
	scripts/pictures.sh $(DIORAMA)

eval: build ## measure the guide with its questions, also with the models of 'make models' where they are installed
	for file in open locked; do $(DIORAMA) guide eval Tests/GuideTests/Questions/$$file.json --no-embeddings || exit 1; done
	models=$${DIORAMA_MODELS:-$$HOME/.local/share/diorama/models}; \
	if [ ! -x $$models/bin/diorama-llama ]; then echo "skipped: embeddings, language model (make models installs them)"; exit 0; fi; \
	for file in open locked; do $(DIORAMA) guide eval Tests/GuideTests/Questions/$$file.json || exit 1; done; \
	for file in open locked; do $(DIORAMA) guide eval Tests/GuideTests/Questions/$$file.json --model smollm2 || exit 1; done

models: ## set up the guide's language model and embeddings: builds llama.cpp, fetches SmolLM2 and MiniLM (some minutes)
	scripts/setup-models.sh

photos: ## set up COLMAP, which finds the poses of photos and videos (231 MB)
	scripts/setup.sh photos

clean: ## remove what was built
	rm -rf .build .build-* Web/dist
