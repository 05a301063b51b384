# SPDX-License-Identifier: ISC
#
# Builds slowsafari and proves it. `make help` lists the targets.
#
# Everything lands under build/. A build with another compiler or with sanitizers lands in a folder of
# its own there, so that none spoils another: `make CC=clang`, `make SAN=address,undefined unit`.
# What a layer may include is not said here: tests/support/check-source proves it.

MAKEFLAGS += --no-builtin-rules --no-print-directory
SHELL := /bin/bash
.DEFAULT_GOAL := all
comma := ,

ifeq ($(origin CC),default)
CC := gcc
endif
AR := ar
PREFIX := /usr/local

# ---- Where and how ----

LAYERS := base engine record render store app web notify cli
PACKAGES := glib-2.0 libsodium libcjson librsvg-2.0 cairo libpng zlib libmicrohttpd sqlite3 libcurl libical \
	gmime-3.0 libxml-2.0

# folder COMPILER,SANITIZERS,COVERAGE: where such a build lands.
folder = build$(addprefix /,$(subst $() ,+,$(strip $(filter-out gcc,$(notdir $(1))) \
	$(addprefix san-,$(subst $(comma),-,$(2))) $(if $(3),coverage))))
B := $(call folder,$(CC),$(SAN),$(COVERAGE))

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla \
	-Wformat=2 -Wswitch-enum -Wwrite-strings -Wundef
DIALECT := -std=c17 -D_GNU_SOURCE -Isrc
HARDENING := -fstack-protector-strong -fPIE -D_FORTIFY_SOURCE=2
OPT := -O2
ifdef SAN
OPT := -O1 -fno-omit-frame-pointer
HARDENING := -fPIE -fsanitize=$(SAN) -fno-sanitize-recover=all
endif
ifdef COVERAGE
OPT := -O0 --coverage
HARDENING := -fPIE
endif

CFLAGS := -g $(if $(filter-out 0,$(WERROR)),-Werror)
ALL_CFLAGS := $(DIALECT) $(WARNINGS) $(HARDENING) $(OPT) $(CFLAGS) -MMD -MP
# Packages name libraries that nobody calls here: those are not loaded.
LDFLAGS := -pie -Wl,-z,relro,-z,now,--as-needed $(addprefix -fsanitize=,$(SAN)) $(if $(COVERAGE),--coverage)

# Objects are made anew when the flags are others than those they were made with.
FLAGS := $(CC) $(ALL_CFLAGS)
$(B)/obj/flags: FORCE
	$(call made_anew,$(FLAGS))
.PHONY: FORCE
FORCE:

# Asked for when first needed: on a fresh machine only `make deps` brings pkg-config. The libraries'
# headers are the system's, their warnings not ours.
PKG_CFLAGS = $(eval PKG_CFLAGS := $(patsubst -I%,-isystem %,$(shell pkg-config --cflags \
	$(PACKAGES))))$(PKG_CFLAGS)
PKG_LIBS = $(eval PKG_LIBS := $(shell pkg-config --libs $(PACKAGES)) -lresolv)$(PKG_LIBS)

# `make V=1` shows the commands themselves.
say = $(if $(V),,@printf '  %-5s %s\n' $(1) $@;)
link = $(call say,LINK)mkdir -p $(@D) && $(CC) $(LDFLAGS) -o $@ $^
archive = @rm -f $@ && $(AR) rcs $@ $(filter %.o,$^)
# A file of one line, touched only when that line is another.
made_anew = @mkdir -p $(@D); echo '$(1)' | cmp -s - $@ || echo '$(1)' >$@

# ---- The program ----

PRESENT := $(foreach l,$(LAYERS),$(if $(wildcard src/$(l)/*.c),$(l)))
PROGRAM := $(if $(filter cli,$(PRESENT)),$(B)/slowsafari)
# From the top layer to the bottom, as a linker reads archives.
TOP_DOWN := cli notify web app store render record engine base
archives = $(patsubst %,$(B)/%.a,$(filter $(PRESENT),$(1)))

.PHONY: all
all: $(call archives,$(TOP_DOWN)) $(PROGRAM)
	@:

$(B)/slowsafari: $(call archives,$(TOP_DOWN))
	$(link) $(PKG_LIBS)

# The folder is a prerequisite, so that a file taken away leaves the archive too.
define layer
$(B)/$(1).a: $(patsubst src/%.c,$(B)/obj/%.o,$(wildcard src/$(1)/*.c)) src/$(1)
	$$(archive)
endef
$(foreach l,$(PRESENT),$(eval $(call layer,$(l))))
$(B)/base.a: $(B)/obj/embedded.o $(B)/obj/version.o

# The engine sees no library.
$(B)/obj/engine/%.o: PKG_CFLAGS :=
$(B)/obj/%.o: src/%.c $(B)/obj/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(ALL_CFLAGS) $(PKG_CFLAGS) -c -o $@ $<
$(B)/obj/tests/%.o: tests/%.c $(B)/obj/flags
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(ALL_CFLAGS) -Itests $(PKG_CFLAGS) -c -o $@ $<

# Files that the program carries along: base/embedded.h.
EMBEDDED := $(sort $(wildcard data/*.tiles sql/*.sql templates/* static/*))
$(B)/obj/embedded.S: $(EMBEDDED) src/base/embed.sh $(wildcard data sql templates static)
	@mkdir -p $(@D)
	@src/base/embed.sh $(EMBEDDED) >$@
$(B)/obj/embedded.o: $(B)/obj/embedded.S
	$(call say,AS)$(CC) -c -o $@ $<

# The newest version that CHANGELOG.md names: base/version.h.
VERSION := $(shell sed -nE '/^## [0-9]/{s/^## ([0-9.]+).*/\1/p;q}' CHANGELOG.md)
$(B)/obj/version.c: FORCE
	$(call made_anew,const char program_version[] = "$(VERSION)";)
$(B)/obj/version.o: $(B)/obj/version.c
	$(call say,CC)$(CC) -c -o $@ $<

# ---- Tests ----

# tests/unit/<layer>_<noun>.c, one program each, linked with what its layer may use and no more.
UNIT := $(patsubst tests/unit/%.c,%,$(sort $(wildcard tests/unit/*.c)))
UNIT_PROGRAMS := $(UNIT:%=$(B)/unit/%)
uses_base := base
uses_engine := engine
uses_record := record engine base
uses_render := render engine base
uses_store := store base
uses_notify := notify app store render record engine base
uses = $(or $(uses_$(firstword $(subst _, ,$(1)))),$(TOP_DOWN))
SUPPORT := $(filter-out %/fuzz_replay.o,$(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/support/*.c)))

$(B)/support.a: $(SUPPORT) tests/support
	$(archive)

define unit_test
$(B)/unit/$(1): $(B)/obj/tests/unit/$(1).o $(B)/support.a $(call archives,$(call uses,$(1)))
	$$(link) $(if $(filter-out engine_%,$(1)),$$(PKG_LIBS) -lgnutls) -lcmocka
endef
$(foreach t,$(UNIT),$(eval $(call unit_test,$(t))))

.PHONY: unit
unit: $(UNIT_PROGRAMS)
	@:

# tests/fuzz/<target>.c: with libFuzzer to search, with a plain main() to replay what was found.
FUZZ := $(patsubst tests/fuzz/%.c,%,$(sort $(wildcard tests/fuzz/*.c)))
REPLAY_PROGRAMS := $(FUZZ:%=$(B)/replay/%)
FUZZ_PROGRAMS := $(FUZZ:%=$(B)/fuzz/%)
FUZZ_SECONDS := 60

$(B)/replay/%: $(B)/obj/tests/fuzz/%.o $(B)/obj/tests/support/fuzz_replay.o $(B)/support.a \
		$(call archives,$(TOP_DOWN))
	$(link) $(PKG_LIBS)
$(B)/fuzz/%: $(B)/obj/tests/fuzz/%.o $(B)/support.a $(call archives,$(TOP_DOWN))
	$(link) -fsanitize=fuzzer $(PKG_LIBS)
.PHONY: replay fuzzers
replay: $(REPLAY_PROGRAMS)
	@:
fuzzers: $(FUZZ_PROGRAMS)
	@:

BENCH_PROGRAMS := $(patsubst tests/bench/%.c,$(B)/bench/%,$(sort $(wildcard tests/bench/*.c)))
$(B)/bench/%: $(B)/obj/tests/bench/%.o $(B)/support.a $(call archives,$(TOP_DOWN))
	$(link) $(PKG_LIBS)

# ---- Checks ----

# How many random games the tests play that read it.
GAMES := 500
GAMES_SOAK := 10000
SAN_CHECK := address,undefined
SB := $(call folder,$(CC),$(SAN_CHECK))
SAN_FUZZ := fuzzer-no-link,$(SAN_CHECK)
MAKE2 := $(MAKE) -j2
SOURCES := $(sort $(wildcard src/*/*.[ch] tests/*/*.[ch]))
# Tests in which threads meet, under the sanitizer that sees them race.
THREADED := http_load http_turn notify_hooks notify_mailer store_changes store_store web_answers web_server
TB := $(call folder,$(CC),thread)
# Scripts that run $SLOWSAFARI, build/slowsafari by default.
SHELL_TESTS := $(sort $(wildcard tests/cli/*.sh))

.PHONY: check
check: deps  ## proves everything: source, tests (plain and sanitized), corpora, records, coverage
	@$(MAKE2) all unit
	@$(MAKE2) SAN=$(SAN_CHECK) all unit replay
	@$(MAKE2) SAN=thread $(THREADED:%=$(TB)/unit/%)
	@$(MAKE2) CC=gcc COVERAGE=1 unit
	@tests/support/coverage $(UNIT:%=build/coverage/unit/%)
	@SLOWSAFARI_GAMES=$(GAMES) tests/support/run-tests \
		--group 'source' '$(MAKE) -s check-source' tests/support/self-test \
		--group 'unit tests' $(UNIT_PROGRAMS) \
		--group 'unit tests under $(SAN_CHECK)' $(UNIT:%=$(SB)/unit/%) \
		--group 'threads that meet, under thread' $(THREADED:%=$(TB)/unit/%) \
		--group 'corpora under $(SAN_CHECK)' $(foreach f,$(FUZZ),'$(SB)/replay/$(f) tests/fuzz/corpus/$(f)') \
		--group 'command line' $(SHELL_TESTS) \
		--group 'command line under $(SAN_CHECK)' \
		$(foreach t,$(SHELL_TESTS),'SLOWSAFARI=$(SB)/slowsafari $(t)')

# Tests in a browser: node's own runner, Debian's Chromium, and npm packages, pinned by their hashes.
BROWSER_TESTS := $(sort $(wildcard tests/browser/*.js))
BROWSER_MODULES := build/browser/node_modules

$(BROWSER_MODULES): tests/browser/package.json tests/browser/package-lock.json
	@mkdir -p $(@D)
	@cp $^ $(@D)
	@npm ci --prefix $(@D) --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: check-browser
check-browser: deps $(BROWSER_MODULES)  ## plays in Chromium: phones, W8, axe; SAN=... for a sanitized server
	@$(MAKE2) all
	@NODE_PATH=$(BROWSER_MODULES) SLOWSAFARI=$(PROGRAM) tests/support/run-tests --group 'in a browser' \
		$(foreach t,$(BROWSER_TESTS),'node --test-reporter=tap $(t)')

.PHONY: soak
soak: deps  ## the tests that play random games, sanitized, with GAMES_SOAK of them (10000)
	@$(MAKE2) SAN=$(SAN_CHECK) unit
	@SLOWSAFARI_GAMES=$(GAMES_SOAK) tests/support/run-tests --group 'soak: $(GAMES_SOAK) games' \
		$(patsubst tests/unit/%.c,$(SB)/unit/%,$(shell grep -l SLOWSAFARI_GAMES tests/unit/*.c))

.PHONY: check-source
check-source:  ## layers, purity of the engine, headers, forbidden libc, format
	@$(MAKE) -s $(B)/engine.a || true
	@DIALECT='$(DIALECT)' WARNINGS='$(WARNINGS)' PKG_CFLAGS='$(PKG_CFLAGS)' \
		tests/support/check-source $(B)/engine.a

.PHONY: mutants
mutants:  ## breaks each ruling by tests/mutants/*.patch and sees that the tests notice
	@tests/support/mutants tests/mutants/*.patch

# What it finds on the way lands in build/corpus/; what deserves to be kept, and every crash, is copied to
# tests/fuzz/corpus/ by hand and replayed by `make check` from then on.
.PHONY: fuzz
fuzz:  ## searches for inputs that crash, FUZZ_SECONDS (60) for each target
	@$(MAKE2) CC=clang SAN=$(SAN_FUZZ) fuzzers
	@for target in $(FUZZ); do \
		echo "== $$target"; mkdir -p build/corpus/$$target; \
		$(call folder,clang,$(SAN_FUZZ))/fuzz/$$target \
			-max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 -artifact_prefix=build/ \
			build/corpus/$$target tests/fuzz/corpus/$$target || exit 1; \
	done

# That of the service starts the program itself.
.PHONY: bench
bench: $(PROGRAM) $(BENCH_PROGRAMS)  ## measures the rules and the service; the games' seed is the commit's hash
	@seed=$$(git rev-parse HEAD 2>/dev/null || echo 0); \
	for program in $(BENCH_PROGRAMS); do $$program $$seed || exit 1; done

.PHONY: format tidy
format:  ## lays out src and tests by .clang-format
	@clang-format -i $(SOURCES)
	@# clang-format 14 may lose the blank after the star of a comment that it breaks anew.
	@sed -Ei 's/^(\t* )\*([A-Za-z0-9(`])/\1* \2/' $(SOURCES)
tidy:  ## clang-tidy, some minutes
	@printf '%s\n' $(filter %.c,$(SOURCES)) | xargs -P2 -I{} clang-tidy --quiet {} -- \
		$(DIALECT) -Itests $(PKG_CFLAGS)

# ---- For the user ----

DEBIAN := gcc libc6-dev binutils pkg-config ca-certificates tzdata libglib2.0-dev libsodium-dev libcjson-dev \
	librsvg2-dev libcairo2-dev libpng-dev zlib1g-dev libsqlite3-dev libmicrohttpd-dev libcurl4-openssl-dev \
	libical-dev libgmime-3.0-dev libxml2-dev fonts-dejavu-core libcmocka-dev libgnutls28-dev \
	clang libclang-rt-14-dev clang-format clang-tidy gcovr python3 patch \
	chromium $(if $(shell command -v node),,nodejs) $(if $(shell command -v npm),,npm)
.PHONY: deps
deps:  ## installs what Debian 12 lacks for all of this (apt-get, with sudo when not root)
	@missing=$$(comm -23 <(printf '%s\n' $(DEBIAN) | sort) <(dpkg-query -W \
		-f='$${db:Status-Status} $${Package}\n' $(DEBIAN) 2>/dev/null | sed -n 's/^installed //p' | sort)); \
	[ -n "$$missing" ] || exit 0; \
	command -v apt-get >/dev/null || { echo "No apt-get here; needed are Debian's" $$missing; exit 0; }; \
	echo "Installing:" $$missing; \
	sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	export DEBIAN_FRONTEND=noninteractive; \
	$$sudo apt-get update -q && $$sudo apt-get install -qy --no-install-recommends $$missing

# Where phones find it: make run BASE_URL=http://192.168.1.5:8080. Anything but this machine's own name listens
# on all addresses.
BASE_URL := http://localhost:8080
RUN := build/run
RUN_PORT = $(or $(filter-out //%,$(lastword $(subst :, ,$(BASE_URL)))),80)
RUN_LISTEN = $(if $(findstring //localhost,$(BASE_URL)),127.0.0.1,0.0.0.0):$(RUN_PORT)
.PHONY: run
run: deps  ## builds and runs the service on this machine, BASE_URL=http://localhost:8080
	@$(MAKE2) all
	@mkdir -p $(RUN)
	@echo 'Slow Safari at $(BASE_URL)/ : tap "Play a bot now". Its games and mails land in $(RUN)/; Ctrl-C ends it.'
	@SLOWSAFARI_BASE_URL=$(BASE_URL) SLOWSAFARI_LISTEN=$(RUN_LISTEN) SLOWSAFARI_DATABASE=$(RUN)/games.db \
		SLOWSAFARI_MAIL_FOLDER=$(RUN)/mail $(PROGRAM) serve --mailbox

SAMPLE := build/sample
.PHONY: sample
sample: all  ## plays a game of bots and leaves its record and pictures in build/sample/
	@mkdir -p $(SAMPLE)
	@$(PROGRAM) simulate --games 1 --seats 4 --bot quick --seed safari --records $(SAMPLE)/game.jsonl
	@$(PROGRAM) show $(SAMPLE)/game.jsonl --svg $(SAMPLE)/table.svg
	@$(PROGRAM) show $(SAMPLE)/game.jsonl --png $(SAMPLE)/table.png
	@$(PROGRAM) show $(SAMPLE)/game.jsonl --text >$(SAMPLE)/table.txt
	@echo 'A game of four bots, as it ended:'
	@for file in game.jsonl table.svg table.png table.txt; do echo "  $(SAMPLE)/$$file"; done

.PHONY: install
install: all  ## DESTDIR= PREFIX=/usr/local
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/slowsafari
	install -d $(DESTDIR)$(PREFIX)/share/doc/slowsafari $(DESTDIR)$(PREFIX)/share/slowsafari
	install -m 644 README.md CHANGELOG.md LICENSE $(wildcard docs/*.md) \
		$(DESTDIR)$(PREFIX)/share/doc/slowsafari
	install -m 644 $(wildcard data/*.tiles) $(DESTDIR)$(PREFIX)/share/slowsafari

.PHONY: clean
clean:  ## removes build/
	rm -rf build

.PHONY: help
help:  ## this list
	@echo 'make                the program: build/slowsafari'
	@sed -nE 's/^([a-z-]+):.*  ## (.*)/make \1\t\2/p' Makefile | expand -t20
	@echo 'Variables: CC=clang, SAN=address,undefined, WERROR=1, V=1'

.SECONDARY:
.DELETE_ON_ERROR:
-include $(wildcard $(B)/obj/*/*.d $(B)/obj/tests/*/*.d)
