# make              lint and test
# make build        build for debugging; OPTIMISED=1 builds the tests for make test OPTIMISED=1
# make release      build the program as it is installed: optimised and, on Linux, static
# make test         run all tests, and a package that uses the library; OPTIMISED=1 on an optimised build, in which the
#                   engine checks less
# make lint         check the form of the sources; FIX=1 corrects it
# make golden       write the expected outputs of fixtures/ and of the documents anew; git diff is the review
# make docs         write the pages of docs/ that are made from the program, and the manual page
# make site         make the website of the documents in .build/site/pages; a dead link, or a page that mkdocs.yml does not
#                   have, is an error
# make oracles      compare with other programs that compute, validate or read the same; ONLY=tables,rules runs some of
#                   cells, connections, conversions, diff, ends, frictionless, parts, postgres, predicates, repeats, reports,
#                   rules, schemas, split, tables, conformance
# make recipes      run docs/recipes, and compare what they write with what one process writes; ONLY=parts,cost runs some of
#                   parts, indexed, readers, cost
# make spark        run the recipe for Spark on a cluster of this machine; it needs Java, and pyspark from PyPI
# make cost         measure what docs/scale.md says of costs, and write its tables
# make harness      test how the program fails, and its bounds; ONLY=faults,kill runs some of
#                     faults         each system call of some runs fails once with each error it may have (strace)
#                     kill           some runs are killed before each of their system calls (strace)
#                     safety         runs that write databases are killed (KILLS=16 times), starved, locked, misled
#                     out-of-memory  allocations fail one at a time, and the address space is limited
#                     page           report pages are clicked through in headless Chromium
#                     memory         inputs of MEMORY_MB=1000 stay within the bounds of memory
#                     instructions   each stage stays within the counts of Tests/Benchmarks/instructions.json
#                     dist           the artefacts of make dist are installed and run, each in an empty root
#                     reproduce      another user makes the same artefacts in another folder, at another date; not without ONLY
#                     tasks          a dummy of each kind in CONTRIBUTING.md's task map, added to the files that it names; not without ONLY
#                     kernels        the scan kernel for arm64, emulated, does what those for x86-64 do; not without ONLY
#                     mutants        the tests find SAMPLE=100 faults in a copy (SEED, ROOMS); not without ONLY
#                   UPDATE=1 writes the tables or counts of faults, kill, instructions and mutants
# make bench        compare with other tools, and time each stage; ONLY=curves draws docs/curves.svg, ONLY=adversaries
#                   compares slow and large inputs with plain ones, ONLY=suite times rkmap test, ONLY=postgres
#                   compares scripts for PostgreSQL with \copy, ONLY=latency times a line through a live pipe and a
#                   coprocess, ONLY=cliffs times failed records and small files beside Python with msgspec, ONLY=keys
#                   second runs, tables, --unify and connections with keys in random order, ONLY=shapes arrays, exponents,
#                   escapes, choices of mappers and wide records
# make performance  measure what docs/performance.md states, and write its tables and curves; LIMIT_PROGRAM=FOLDER has
#                   the programs that it compares with
# make fuzz         fuzz the fourteen targets that Tests/Fuzz/run names, each for SECONDS=60
# make ci           run all that a change must pass
# make dist         make the artefacts of a release in dist/; ONLY=tarball,sums makes some of
#                   tarball, sbom, wheel, deb, oci, formula, sums
# make install      build and install the program under PREFIX=/usr/local
# make clean        remove what was built
#
# PROGRAM=PATH is a program for oracles, harness, bench and install, which then build none.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
SECONDS ?= 60
KILLS ?= 16
MEMORY_MB ?= 1000
SAMPLE ?= 100
CONFORMANCE ?= ../shared/conformance
# Stages of the conformance suite that are done.
STAGES ?= engine,values,tables,language,verdict,trust,bothways,insight,infer,rows,scale,safety
OPTIMISED_BUILD := $(if $(OPTIMISED),-c release -Xswiftc -enable-testing --scratch-path .build/optimised)

# The package manager keeps what it found for Package.swift until the environment is another one: so it notices that
# libraries came or went.
export RKMAP_LIBRARIES := $(wildcard $(foreach folder,/usr/include /usr/local/include,$(folder)/zlib.h $(folder)/zstd.h $(folder)/expat.h) \
  $(foreach folder,/usr/lib/*-linux-gnu /usr/lib64 /usr/lib /usr/local/lib,$(folder)/libz.a $(folder)/libzstd.a $(folder)/libexpat.a))

RELEASE := -c release
# The standard library's concurrency would be set up at each start.
RELEASE += --disable-default-traits
# Accesses that overlap are found by the tests, whose builds check for them.
RELEASE += -Xswiftc -enforce-exclusivity=unchecked
# Types of lists are made by calls instead of by their names, which the runtime would read and look up
# for each the first time: a quarter of all instructions of a short run.
RELEASE += -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
ifeq ($(shell uname -s),Linux)
# One file that needs nothing of the system it is put on.
RELEASE += --static-swift-stdlib -Xswiftc -static-executable -Xlinker -s
# Functions of Swift's runtime that the program has others for: Sources/CScan/Runtime.c says why.
RELEASE += -Xlinker --wrap=swift_copyAuxiliaryExecutablePath
RELEASE += -Xlinker --wrap=_ZN5swift28swift_abortAllocationFailureEmm
# The toolchain's own linker, where it has one: what it makes touches fewer pages of memory at start.
ifneq ($(wildcard $(dir $(realpath $(shell command -v $(firstword $(SWIFT)))))ld.lld),)
RELEASE += -Xswiftc -use-ld=lld
# Without the hashes of modules, which differ from folder to folder, and which nothing reads.
RELEASE += -Xlinker -Tpackaging/link.ld
# It writes down of which archives it takes something, for make dist to tell.
ARCHIVES := -Xlinker --why-extract=.build/archives.tsv
endif
endif

ifeq ($(origin PROGRAM),command line)
program stages:
else
PROGRAM := .build/release/rkmap
program: release
stages: release
	$(SWIFT) build $(RELEASE) --product rkbench
endif
# The program that times the stages stands beside it.
BIN := --bin $(PROGRAM)
STAGED := $(BIN) --stages $(dir $(PROGRAM))rkbench

# Without ONLY these parts run. The conformance suite stands beside the project; in CI it must be there.
ORACLES := $(patsubst Tests/Oracles/%/oracle.py,%,$(wildcard Tests/Oracles/*/oracle.py)) \
  $(if $(filter true,$(CI))$(wildcard $(CONFORMANCE)/run),conformance)
HARNESS := instructions page memory out-of-memory faults kill safety dist
BENCH := tools
comma := ,
parts = $(addprefix $@-,$(or $(subst $(comma), ,$(ONLY)),$1))

.PHONY: all help build release test lint golden docs site oracles recipes spark cost harness bench performance fuzz ci dist install clean \
  packages program stages

all: lint test

help:
	@sed -n '/^# make/,/^$$/s/^# \{0,1\}//p' Makefile

build:
	$(SWIFT) build $(if $(OPTIMISED),--build-tests $(OPTIMISED_BUILD))

release:
	$(SWIFT) build $(RELEASE) $(ARCHIVES) --product rkmap

test:
	@mkdir -p .build
	{ $(SWIFT) test $(OPTIMISED_BUILD) 2>&1; echo $$? > .build/test.status; } | tee .build/test.log
	@exit $$(cat .build/test.status)
	$(if $(OPTIMISED),,$(SWIFT) run --package-path Tests/Consumer --scratch-path .build/consumer)
	@echo "$$(grep -c 'skipped: ' .build/test.log || true) skipped"

lint:
	$(SWIFT) format $(if $(FIX),--in-place,lint --strict) --parallel --recursive Package.swift Sources Tests

golden:
	RKMAP_REWRITE_GOLDEN=1 $(SWIFT) test --filter GoldenTests
	RKMAP_REWRITE_EXAMPLES=1 $(SWIFT) test --filter DocumentationTests

docs: build
	.build/debug/rkmap documents cli > docs/cli.md
	.build/debug/rkmap documents man > docs/rkmap.1
	.build/debug/rkmap schema --of spec > docs/schemas/spec.json
	.build/debug/rkmap schema --of test > docs/schemas/test.json
	.build/debug/rkmap graph specs/boys-and-girls.json -o docs/boys-and-girls.svg
	.build/debug/rkmap graph specs/article-connections.json -o docs/article-connections.svg

site:
	python3 -m venv .build/site/venv
	.build/site/venv/bin/pip install --quiet --disable-pip-version-check -r packaging/site/requirements.txt
	NO_MKDOCS_2_WARNING=1 .build/site/venv/bin/mkdocs build --strict

oracles:
	$(if $(or $(ONLY),$(filter conformance,$(ORACLES))),,@echo 'left out: no conformance suite at $(CONFORMANCE)')
	@$(MAKE) --jobs=1 $(call parts,$(ORACLES))

oracles-%: program
	Tests/Oracles/run $(BIN) $*

recipes: program
	Tests/Recipes/run $(BIN) $(subst $(comma), ,$(ONLY))

spark: program
	Tests/Recipes/spark.py $(BIN)

cost: program
	Tests/Recipes/cost.py $(BIN)

oracles-conformance: program
	$(CONFORMANCE)/run $(BIN) --stage $(STAGES) --except Tests/conformance-exceptions.txt
	$(CONFORMANCE)/bounds $(BIN)

harness:
	@$(MAKE) --jobs=1 $(call parts,$(HARNESS))

harness-faults: program
	Tests/Faults/run $(BIN) $(if $(UPDATE),--update)

harness-kill: program
	Tests/Faults/run $(BIN) --kill $(if $(UPDATE),--update)

harness-safety: program
	Tests/Safety/run $(BIN) --kills $(KILLS) $(if $(filter true,$(CI)),--all)

harness-page: program
	Tests/Pages/run $(BIN) $(if $(filter true,$(CI)),--all)

harness-out-of-memory: build program
	Tests/OutOfMemory/run $(BIN)

harness-memory: program
	Tests/Benchmarks/memory.py $(BIN) --mb $(MEMORY_MB) --whole-mb 100

harness-instructions: stages
	Tests/Benchmarks/instructions.py $(STAGED) $(if $(UPDATE),--update)

harness-dist: release
	packaging/dist
	packaging/check $(if $(filter true,$(CI)),,--all)

harness-reproduce: release
	packaging/dist
	packaging/reproduce

harness-tasks:
	Tests/Tasks/run --swift "$(SWIFT)"

harness-kernels:
	SWIFT="$(SWIFT)" Tests/Kernels/run

harness-mutants:
	SWIFT="$(SWIFT)" Tests/Mutants/run --sample $(SAMPLE) $(if $(SEED),--seed $(SEED)) \
	  $(if $(ROOMS),--rooms $(ROOMS)) $(if $(UPDATE),--update)

bench:
	@$(MAKE) --jobs=1 $(call parts,$(BENCH))

bench-tools: stages
	Tests/Benchmarks/run.py $(STAGED)

bench-curves bench-adversaries bench-cliffs bench-keys bench-latency bench-postgres bench-shapes bench-suite: bench-%: program
	Tests/Benchmarks/$*.py $(BIN)

performance: stages
	Tests/Benchmarks/targets.py $(STAGED) --update $(if $(LIMIT_PROGRAM),--limit-program $(LIMIT_PROGRAM))
	Tests/Benchmarks/curves.py $(BIN)

fuzz:
	SWIFT="$(SWIFT)" Tests/Fuzz/run $(SECONDS)

ci:
	.ci/run

packages:
	@.ci/packages

dist: release
	packaging/dist $(subst $(comma), ,$(ONLY))

install: packages program
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(DESTDIR)$(PREFIX)/share/man/man1" \
	  "$(DESTDIR)$(PREFIX)/share/bash-completion/completions" \
	  "$(DESTDIR)$(PREFIX)/share/zsh/site-functions" \
	  "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d"
	install -m 755 $(PROGRAM) "$(DESTDIR)$(PREFIX)/bin/rkmap"
	install -m 644 docs/rkmap.1 "$(DESTDIR)$(PREFIX)/share/man/man1/rkmap.1"
	$(PROGRAM) completions bash > "$(DESTDIR)$(PREFIX)/share/bash-completion/completions/rkmap"
	$(PROGRAM) completions zsh > "$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_rkmap"
	$(PROGRAM) completions fish > "$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/rkmap.fish"
	@"$(DESTDIR)$(PREFIX)/bin/rkmap" --version

clean:
	rm -rf .build dist
