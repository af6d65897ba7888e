# SPDX-License-Identifier: Apache-2.0
# Fuzz targets for all that comes from outside: libFuzzer under ASan and UBSan, by clang.
#
#   make fuzz          each target for FUZZ_SECONDS; what is new goes into build/fuzz/corpus, a
#                      crash into build/fuzz/crashes
#   make check-fuzz    each target over its kept corpus, all crashes ever found, and a few thousand
#                      inputs from a fixed seed
#
# tests/fuzz/corpus/TARGET/ is kept: small inputs by hand, and each crash ever found, named after
# its cause.

CLANG         ?= clang-14
FUZZ_OUT      := $(BUILD)/fuzz
FUZZ_TARGETS  := description experiment manifest patterns elf run device boards
FUZZ_PROGRAMS := $(FUZZ_TARGETS:%=$(FUZZ_OUT)/fuzz_%)
# gnomon with the sanitizers of addresses and of undefined behaviour, of the same objects
ASAN_GNOMON   := $(FUZZ_OUT)/gnomon
# NULL + 0, the end of a list without entries, is no fault here (C2y defines it): hence no
# pointer-overflow. -O0 takes a third of the time of -O1 to compile.
FUZZ_FLAGS    := -std=c11 -O0 -g -fno-omit-frame-pointer -fsanitize=address,undefined \
	-fno-sanitize-recover=all -fno-sanitize=pointer-overflow
FUZZ_CPP      := $(CPPFLAGS) -DFUZZ_BASE='"$(abspath $(FUZZ_OUT)/base)"'

FUZZ_BASE_O   := $(patsubst base/%.c,$(FUZZ_OUT)/obj/base/%.o,$(sort $(wildcard base/*.c)))
FUZZ_HOST_O   := $(patsubst host/%.c,$(FUZZ_OUT)/obj/host/%.o,\
	$(sort $(shell find host/lib -name "*.c"))) $(HOST_PROTO:=.o) $(HOST_FST_O)
FUZZ_CLI_O    := $(patsubst host/%.c,$(FUZZ_OUT)/obj/host/%.o,\
	$(filter-out host/cli/main.c,$(sort $(wildcard host/cli/*.c host/cli/*/*.c))))
FUZZ_GEN_O    := $(patsubst gen/%.c,$(FUZZ_OUT)/obj/gen/%.o,\
	$(sort $(shell find gen/lib -name "*.c")) gen/cli/description.c)
FUZZ_MODEL_O  := $(addprefix $(FUZZ_OUT)/obj/tests/host/fixture/,\
	model_device.o model_manifest.o)

$(FUZZ_OUT)/obj/base/%.o: base/%.c
	$(call say,CLANG,$<)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link $(FUZZ_CPP) -I. -MMD -MP -c -o $@ $<

$(FUZZ_OUT)/obj/host/%.o: host/%.c VERSION | $(HOST_PROTO:=.h)
	$(call say,CLANG,$<)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link $(FUZZ_CPP) $(HOST_CPP) -MMD -MP \
		-c -o $@ $<

$(FUZZ_OUT)/obj/gen/%.o: gen/%.c VERSION
	$(call say,CLANG,$<)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link $(FUZZ_CPP) $(GEN_CPP) -MMD -MP \
		-c -o $@ $<

$(FUZZ_OUT)/obj/gen/lib/emit/reference.o: $(GEN_EXAMPLES)
$(FUZZ_OUT)/obj/host/lib/out/page/bundle.o: $(PAGE_HTML)

$(FUZZ_OUT)/obj/tests/host/%.o: tests/host/%.c
	$(call say,CLANG,$<)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(FUZZ_FLAGS) $(FUZZ_CPP) $(HOST_CPP) -MMD -MP -c -o $@ $<

$(FUZZ_OUT)/obj/tests/fuzz/%.o: tests/fuzz/%.c
	$(call say,CLANG,$<)
	@mkdir -p $(@D)
	$(Q)$(CLANG) $(FUZZ_FLAGS) $(FUZZ_CPP) $(if $(findstring description,$<),\
		$(GEN_CPP) -Igen/cli,$(HOST_CPP) -Itests/host/fixture) -MMD -MP -c -o $@ $<

$(FUZZ_OUT)/fuzz_description: $(FUZZ_GEN_O)
$(filter-out %_description,$(FUZZ_PROGRAMS)): $(FUZZ_HOST_O)
$(FUZZ_OUT)/fuzz_run: $(FUZZ_CLI_O)
$(FUZZ_OUT)/fuzz_device: $(FUZZ_MODEL_O)
$(FUZZ_PROGRAMS): $(FUZZ_BASE_O)

$(FUZZ_PROGRAMS): $(FUZZ_OUT)/fuzz_%: $(FUZZ_OUT)/obj/tests/fuzz/fuzz_%.o \
		$(FUZZ_OUT)/obj/tests/fuzz/fuzz.o
	$(call say,LD,$@)
	$(Q)$(CLANG) $(FUZZ_FLAGS) -fsanitize=fuzzer -o $@ $^ \
		$(HOST_LIBS) $(HOST_CLI_LIBS) $(GEN_LIBS) $(CHECK_LIBS)

$(ASAN_GNOMON): $(FUZZ_OUT)/obj/host/cli/main.o $(FUZZ_CLI_O) $(FUZZ_HOST_O) $(FUZZ_BASE_O)
	$(call say,LD,$@)
	$(Q)$(CLANG) $(FUZZ_FLAGS) -o $@ $^ $(HOST_LIBS) $(HOST_CLI_LIBS)

$(FUZZ_OUT)/make_base: $(FUZZ_OUT)/obj/tests/fuzz/make_base.o $(FUZZ_MODEL_O) $(FUZZ_HOST_O) \
		$(FUZZ_BASE_O)
	$(call say,LD,$@)
	$(Q)$(CLANG) $(FUZZ_FLAGS) -o $@ $^ $(HOST_LIBS) $(CHECK_LIBS)

$(FUZZ_OUT)/base/program.elf: tests/host/elf/program.c
	@mkdir -p $(@D)
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -O1 -g -Wl,--build-id=sha1 -o $@ $<

$(FUZZ_OUT)/base/preprocessors.json: tests/gen/good/measures/monitor.yaml $(GNOMON_GEN)
	@mkdir -p $(@D)
	$(Q)$(GNOMON_GEN) $< -o $(FUZZ_OUT)/measures > /dev/null
	$(Q)cp $(FUZZ_OUT)/measures/manifest.json $@

$(FUZZ_OUT)/base/m.json: $(FUZZ_OUT)/make_base $(FUZZ_OUT)/base/program.elf \
		$(FUZZ_OUT)/base/preprocessors.json
	$(call say,BASE,$(@D))
	$(Q)rm -rf $(@D)/run $(@D)/loaded
	$(Q)ASAN_OPTIONS=detect_leaks=0 $< $(@D)
	$(Q)touch $@

.PHONY: needs-fuzz
needs-fuzz: $(FUZZ_PROGRAMS) $(FUZZ_OUT)/base/m.json $(HOST_TEST_ELF)

#@ make fuzz     feed damaged inputs to generator and host, each kind for FUZZ_SECONDS (600)
.PHONY: fuzz check-fuzz
fuzz: needs-fuzz
	$(Q)tests/fuzz/run.sh $(FUZZ_OUT) $(FUZZ_SECONDS) "$(SEED)" $(FUZZ_TARGETS)

check-fuzz: needs-fuzz
	$(Q)tests/fuzz/run.sh $(FUZZ_OUT) check 1 $(FUZZ_TARGETS)

-include $(shell find $(FUZZ_OUT)/obj -name "*.d" 2>/dev/null)
