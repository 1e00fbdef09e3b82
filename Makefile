# make              lint and test
# make build        build for debugging
# make release      build the program as it is installed: optimised and, on Linux, static
# make test         run all tests
# make test-optimised
#                   the same on an optimised build, in which the engine checks less
# make lint         say where the sources do not have the project's form
# make format       give them that form
# make golden       write the expected outputs of fixtures/ and of the documents anew; git diff is
#                   the review
# make conformance  run the conformance suite beside the project, and its bounds of memory
# make frictionless let an independent validator judge folders of tables
# make reports      let independent readers judge reports: the schema of SARIF, parsers of XML
# make conversions  convert a million values to every type, and compare with a reference in Python
# make predicates   hold random predicates over random documents to a slow reference
# make tables       write random documents by random specs into databases, and hold them to their promises
# make rules        map random documents by random rules and key paths, and compare with a reference in
#                   Python
# make connections  connect random records by random specs, and compare with a reference in Python
# make schemas      hold the JSON Schemas of specs and test files to what the program takes, by validators
#                   of others
# make safety       kill, starve, lock and mislead the program while it writes databases
# make faults       let each system call of some runs fail once with each error that it may have, and look at what
#                   comes of it; UPDATE=1 writes the table of docs/reliability.md. Needs strace
# make kill         kill runs before each of their system calls, and databases KILLS times (default 50) at any
#                   moment; UPDATE=1 as for faults
# make out-of-memory
#                   take memory away from the program, one allocation at a time and by limits
# make fuzz         fuzz the reading of inputs, specs, predicates, key paths, dates, archives and values, each
#                   for SECONDS (default 60)
# make mutants      put SAMPLE (default 100) single faults into a copy of the program, and count those that the
#                   tests find; SEED draws the same ones again, ROOMS draws from some of the sources alone
# make mutants-update
#                   the same, and write the table of docs/reliability.md anew
# make bench        compare with other tools, and time each stage
# make performance  measure what docs/performance.md states, and write its tables and curves; LIMIT_PROGRAM is
#                   the folder of the programs that it compares with, if any
# make instructions count the instructions of each stage, and compare with Tests/Benchmarks/instructions.json
# make instructions-update
#                   write that file anew
# make bench-curves measure how the time grows, and draw docs/curves.svg
# make bench-adversaries
#                   hold inputs that are made to be slow or large against plain ones
# make memory       hold the program to its bounds of memory, with inputs of MEMORY_MB (default 1000)
# make docs         write the pages of docs/ that are made from the program
# make man          write the manual page among them
# make check        check the example specs
# make packages     install the system packages that a build needs (as root, with apt)
# make install      build and install the program under PREFIX (default /usr/local)
# make clean        remove what was built

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
SECONDS ?= 60
KILLS ?= 50
UPDATE ?=
MEMORY_MB ?= 1000
SAMPLE ?= 100
CONFORMANCE ?= ../shared/conformance
# Stages of the conformance suite that are done.
STAGES ?= engine,values,tables,language,verdict

RELEASE := -c release
# Types of lists are made by calls instead of by their names, which the runtime would read and look up
# for each the first time: a quarter of all instructions of a short run.
RELEASE += -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
ifeq ($(shell uname -s),Linux)
# One file that needs nothing of the system it is put on.
RELEASE += --static-swift-stdlib -Xswiftc -static-executable -Xlinker -s
# Functions of Swift's runtime that the program has others for: Sources/CScan/Runtime.c says why.
RELEASE += -Xlinker --wrap=_swift_stdlib_getUnsafeArgvArgc
RELEASE += -Xlinker --wrap=swift_copyAuxiliaryExecutablePath
RELEASE += -Xlinker --wrap=_ZN5swift28swift_abortAllocationFailureEmm
# The toolchain's own linker, where it has one: what it makes touches fewer pages of memory at start.
ifneq ($(wildcard $(dir $(realpath $(shell command -v $(firstword $(SWIFT)))))ld.lld),)
RELEASE += -Xswiftc -use-ld=lld
endif
endif
PROGRAM := .build/release/rkmap

.PHONY: all build release test test-optimised lint format golden conformance frictionless \
  conversions predicates tables rules connections schemas reports safety faults kill out-of-memory fuzz mutants \
  mutants-update bench bench-curves bench-adversaries performance memory instructions instructions-update docs man check \
  packages install clean

all: lint test

build:
	$(SWIFT) build

release:
	$(SWIFT) build $(RELEASE) --product rkmap

test:
	$(SWIFT) test

test-optimised:
	$(SWIFT) test -c release -Xswiftc -enable-testing --scratch-path .build/optimised

lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests

format:
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

golden:
	RKMAP_REWRITE_GOLDEN=1 $(SWIFT) test --filter GoldenTests
	RKMAP_REWRITE_EXAMPLES=1 $(SWIFT) test --filter DocumentationTests

conformance: release
	$(CONFORMANCE)/run --bin $(PROGRAM) --stage $(STAGES)
	$(CONFORMANCE)/bounds --bin $(PROGRAM)

frictionless: release
	python3 Tests/Frictionless/run --bin $(PROGRAM)

reports: release
	python3 Tests/Reports/run --bin $(PROGRAM)

conversions: release
	Tests/Conversions/run --bin $(PROGRAM)

tables: release
	Tests/Tables/run --bin $(PROGRAM)

rules: release
	Tests/Rules/run --bin $(PROGRAM)

predicates: release
	Tests/Predicates/run --bin $(PROGRAM)

connections: release
	Tests/Connections/run --bin $(PROGRAM)

schemas: release
	python3 Tests/Schemas/run --bin $(PROGRAM)

safety: release
	Tests/Safety/run --bin $(PROGRAM) $(if $(filter true,$(CI)),--all)

faults: release
	Tests/Faults/run --bin $(PROGRAM) $(if $(UPDATE),--update)

kill: release
	Tests/Faults/run --bin $(PROGRAM) --kill $(if $(UPDATE),--update)
	Tests/Safety/run --bin $(PROGRAM) --only "kill -9" --kills $(KILLS)

out-of-memory: build release
	Tests/OutOfMemory/run --bin $(PROGRAM)

fuzz:
	SWIFT="$(SWIFT)" Tests/Fuzz/run $(SECONDS)

mutants mutants-update:
	SWIFT="$(SWIFT)" Tests/Mutants/run --sample $(SAMPLE) $(if $(SEED),--seed $(SEED)) \
	  $(if $(ROOMS),--rooms $(ROOMS)) $(if $(filter %-update,$@),--update)

bench: release
	$(SWIFT) build $(RELEASE) --product rkbench
	python3 Tests/Benchmarks/run.py --bin $(PROGRAM) --stages .build/release/rkbench

performance: release
	$(SWIFT) build $(RELEASE) --product rkbench
	python3 Tests/Benchmarks/targets.py --bin $(PROGRAM) --stages .build/release/rkbench --update \
	  $(if $(LIMIT_PROGRAM),--limit-program $(LIMIT_PROGRAM))
	python3 Tests/Benchmarks/curves.py --bin $(PROGRAM)

instructions instructions-update: release
	$(SWIFT) build $(RELEASE) --product rkbench
	python3 Tests/Benchmarks/instructions.py --bin $(PROGRAM) --stages .build/release/rkbench \
	  $(if $(filter %-update,$@),--update)

memory: release
	python3 Tests/Benchmarks/memory.py --bin $(PROGRAM) --mb $(MEMORY_MB) --whole-mb 100

bench-curves: release
	python3 Tests/Benchmarks/curves.py --bin $(PROGRAM)

bench-adversaries: release
	python3 Tests/Benchmarks/adversaries.py --bin $(PROGRAM)

docs: build man
	.build/debug/rkmap documents cli > docs/cli.md
	.build/debug/rkmap schema --of spec > docs/schemas/spec.json
	.build/debug/rkmap schema --of test > docs/schemas/test.json

man: build
	.build/debug/rkmap documents man > docs/rkmap.1

check: build
	for spec in specs/*.json; do .build/debug/rkmap check "$$spec" || exit; done
	.build/debug/rkmap fmt --check specs/*.json

packages:
	@.ci/packages

install: packages release
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
	rm -rf .build
