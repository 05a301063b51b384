# SPDX-License-Identifier: ISC
#
# Builds slowsafari and proves it. `make help` lists the targets.
#
# Everything lands under build/. A build with another compiler or with sanitizers lands in a folder of
# its own there, so that none spoils another: `make CC=clang`, `make SAN=address,undefined unit`.
# What a layer may include is not said here: tests/support/check-source proves it.

MAKEFLAGS += --no-builtin-rules --no-print-directory
SHELL := /bin/bash
comma := ,

ifeq ($(origin CC),default)
CC := gcc
endif
AR := ar
PREFIX := /usr/local

# ---- Where and how ----

LAYERS := base engine record render store app web notify cli
PACKAGES := libsodium libcjson librsvg-2.0 cairo libpng zlib

VARIANT := $(filter-out gcc,$(notdir $(CC))) $(addprefix san-,$(subst $(comma),-,$(SAN))) \
	$(if $(COVERAGE),coverage)
VARIANT := $(subst $() ,+,$(strip $(VARIANT)))
B := build$(addprefix /,$(VARIANT))

WARNINGS := -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla \
	-Wformat=2 -Wswitch-enum -Wwrite-strings -Wundef
DIALECT := -std=c17 -D_GNU_SOURCE -Isrc
HARDENING := -fstack-protector-strong -fPIE -D_FORTIFY_SOURCE=2
OPT := -O2
ENGINE_OPT := -O3
ifdef SAN
OPT := -O1 -fno-omit-frame-pointer
ENGINE_OPT := $(OPT)
HARDENING := -fPIE -fsanitize=$(SAN) -fno-sanitize-recover=all
endif
ifdef COVERAGE
OPT := -O0 --coverage
ENGINE_OPT := $(OPT)
HARDENING := -fPIE
endif

CFLAGS := -g $(if $(filter-out 0,$(WERROR)),-Werror)
ALL_CFLAGS = $(DIALECT) $(WARNINGS) $(HARDENING) $(OPT) $(CFLAGS) -MMD -MP
LDFLAGS := -pie -Wl,-z,relro,-z,now $(addprefix -fsanitize=,$(SAN)) $(if $(COVERAGE),--coverage)

# Asked for when first needed: on a fresh machine only `make deps` brings pkg-config. The libraries'
# headers are the system's, their warnings not ours.
PKG_CFLAGS = $(eval PKG_CFLAGS := $(patsubst -I%,-isystem %,$(shell pkg-config --cflags \
	$(PACKAGES))))$(PKG_CFLAGS)
PKG_LIBS = $(eval PKG_LIBS := $(shell pkg-config --libs $(PACKAGES)))$(PKG_LIBS)

# `make V=1` shows the commands themselves.
say = $(if $(V),,@printf '  %-5s %s\n' $(1) $@;)

# ---- The program ----

PRESENT := $(foreach l,$(LAYERS),$(if $(wildcard src/$(l)/*.c),$(l)))
PROGRAM := $(if $(filter cli,$(PRESENT)),$(B)/slowsafari)
# From the top layer to the bottom, as a linker reads archives.
TOP_DOWN := cli notify web app store render record engine base
archives = $(patsubst %,$(B)/%.a,$(filter $(PRESENT),$(1)))

.PHONY: all
all: $(call archives,$(TOP_DOWN)) $(PROGRAM)

$(B)/slowsafari: $(call archives,$(TOP_DOWN))
	$(call say,LINK)$(CC) $(LDFLAGS) -o $@ $^ $(PKG_LIBS)

# The folder is a prerequisite, so that a file taken away leaves the archive too.
define layer
$(B)/$(1).a: $$(patsubst src/%.c,$(B)/obj/%.o,$$(wildcard src/$(1)/*.c)) $(2) src/$(1)
	@rm -f $$@
	@$$(AR) rcs $$@ $$(filter %.o,$$^)
endef
$(foreach l,$(filter-out base,$(PRESENT)),$(eval $(call layer,$(l))))
$(eval $(call layer,base,$(B)/obj/embedded.o))

$(B)/obj/engine/%.o: OPT := $(ENGINE_OPT)
$(B)/obj/engine/%.o: PKG_CFLAGS :=
$(B)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(ALL_CFLAGS) $(PKG_CFLAGS) -c -o $@ $<
$(B)/obj/tests/%.o: tests/%.c
	@mkdir -p $(@D)
	$(call say,CC)$(CC) $(ALL_CFLAGS) -Itests $(PKG_CFLAGS) -c -o $@ $<

# Files that the program carries along: base/embedded.h. The list is rewritten only when it changes.
EMBEDDED := $(sort $(wildcard data/*.tiles sql/*.sql templates/* static/*))
$(B)/obj/embedded.S: $(EMBEDDED) src/base/embed.sh $(wildcard data sql templates static)
	@mkdir -p $(@D)
	@src/base/embed.sh $(EMBEDDED) >$@
$(B)/obj/embedded.o: $(B)/obj/embedded.S
	$(call say,AS)$(CC) -c -o $@ $<

# ---- Tests ----

# tests/unit/<layer>_<noun>.c, one program each, linked with what its layer may use and no more.
UNIT := $(patsubst tests/unit/%.c,%,$(sort $(wildcard tests/unit/*.c)))
UNIT_PROGRAMS := $(UNIT:%=$(B)/unit/%)
uses_base := base
uses_engine := engine
uses_record := record engine base
uses_render := render engine base
uses = $(or $(uses_$(firstword $(subst _, ,$(1)))),$(TOP_DOWN))
SUPPORT := $(filter-out %/fuzz_replay.o,$(patsubst %.c,$(B)/obj/%.o,$(wildcard tests/support/*.c)))

$(B)/support.a: $(SUPPORT) tests/support
	@rm -f $@
	@$(AR) rcs $@ $(SUPPORT)

define unit_test
$(B)/unit/$(1): $(B)/obj/tests/unit/$(1).o $(B)/support.a $(call archives,$(call uses,$(1)))
	@mkdir -p $$(@D)
	$$(call say,LINK)$$(CC) $$(LDFLAGS) -o $$@ $$^ $(if $(filter engine_%,$(1)),-lm,$$(PKG_LIBS)) -lcmocka
endef
$(foreach t,$(UNIT),$(eval $(call unit_test,$(t))))

.PHONY: unit
unit: $(UNIT_PROGRAMS)

# tests/fuzz/<target>.c: with libFuzzer to search, with a plain main() to replay what was found.
FUZZ := $(patsubst tests/fuzz/%.c,%,$(sort $(wildcard tests/fuzz/*.c)))
REPLAY_PROGRAMS := $(FUZZ:%=$(B)/replay/%)
FUZZ_PROGRAMS := $(FUZZ:%=$(B)/fuzz/%)
FUZZ_SECONDS := 60

$(B)/replay/%: $(B)/obj/tests/fuzz/%.o $(B)/obj/tests/support/fuzz_replay.o $(B)/support.a \
		$(call archives,$(TOP_DOWN))
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) -o $@ $^ $(PKG_LIBS)
$(B)/fuzz/%: $(B)/obj/tests/fuzz/%.o $(B)/support.a $(call archives,$(TOP_DOWN))
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) -fsanitize=fuzzer -o $@ $^ $(PKG_LIBS)
.PHONY: replay fuzzers
replay: $(REPLAY_PROGRAMS)
fuzzers: $(FUZZ_PROGRAMS)

BENCH_PROGRAMS := $(patsubst tests/bench/%.c,$(B)/bench/%,$(sort $(wildcard tests/bench/*.c)))
$(B)/bench/%: $(B)/obj/tests/bench/%.o $(B)/support.a $(call archives,$(TOP_DOWN))
	@mkdir -p $(@D)
	$(call say,LINK)$(CC) $(LDFLAGS) -o $@ $^ $(PKG_LIBS)

.SECONDARY:
.DELETE_ON_ERROR:
-include $(wildcard $(B)/obj/*/*.d $(B)/obj/tests/*/*.d)
