# SPDX-License-Identifier: Apache-2.0
# Unit tests of libgnomon (all but the trace and the report, which tests/host/report.mk has).

# in lines of their own, so that changes side by side do not meet
HOST_CHECKS   := \
	check_hostile \
	check_link \
	check_match \
	check_patterns \
	check_elf \
	check_program \
	check_target \
	check_manifest \
	check_experiment \
	check_experiment_faults \
	check_places \
	check_run \
	check_drain \
	check_sequence \
	check_triggers \
	check_pattern_file \
	check_load \
	check_route \
	check_uses \
	check_uses_faults \
	check_fields
HOST_TESTS    := $(HOST_CHECKS:%=$(BUILD)/bin/%)
HOST_TEST_OBJ := $(BUILD)/obj/host-tests
HOST_COMMON   := $(addprefix $(HOST_TEST_OBJ)/,\
	model_device.o model_manifest.o folder.o run_fixture.o)
HOST_SERVER   := $(BUILD)/bin/model_server
HOST_TEST_OBJS := $(HOST_CHECKS:%=$(HOST_TEST_OBJ)/%.o) $(HOST_COMMON) \
	$(HOST_TEST_OBJ)/model_server.o $(HOST_TEST_OBJ)/naive.o \
	$(HOST_TEST_OBJ)/measure_manifest.o $(HOST_TEST_OBJ)/experiment_fixture.o \
	$(HOST_TEST_OBJ)/uses_fixture.o
CHECK_LIBS    := $(shell $(PKGCONFIG) --libs check 2>/dev/null)
RISCV_CC      ?= riscv64-unknown-elf-gcc

$(HOST_TEST_OBJS): $(HOST_TEST_OBJ)/%.o: tests/host/%.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) $(HOST_CPP) -Ihost/target \
		-DTEST_DATA='"$(abspath $(HOST_TEST_OBJ))"' -MMD -MP -c -o $@ $<

$(HOST_TESTS) $(HOST_SERVER): $(BUILD)/bin/%: $(HOST_TEST_OBJ)/%.o $(HOST_COMMON) $(LIBGNOMON)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(HOST_LIBS) $(CHECK_LIBS)

$(BUILD)/bin/check_match $(BUILD)/bin/check_patterns: $(HOST_TEST_OBJ)/naive.o
$(BUILD)/bin/check_manifest: $(HOST_TEST_OBJ)/measure_manifest.o
$(BUILD)/bin/check_uses $(BUILD)/bin/check_uses_faults: \
	$(addprefix $(HOST_TEST_OBJ)/,measure_manifest.o uses_fixture.o)
$(addprefix $(BUILD)/bin/,\
	check_experiment check_experiment_faults check_places check_uses check_uses_faults \
	check_pattern_file check_fields): \
	$(HOST_TEST_OBJ)/experiment_fixture.o

# Programs for the target that the tests read.
HOST_TEST_ELF := $(addprefix $(HOST_TEST_OBJ)/,\
	returns.elf many.elf places.elf program.elf named.elf hostile.elf stripped.elf)
RISCV_FLAGS   := -march=rv32imc -mabi=ilp32 -nostdlib -static -Wl,-Ttext=0x1000

$(HOST_TEST_OBJ)/returns.elf $(HOST_TEST_OBJ)/many.elf: $(HOST_TEST_OBJ)/%.elf: tests/host/%.S
	$(call say,RISCV,$@)
	@mkdir -p $(@D)
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -Wl,-e,0x1000 -o $@ $<

$(HOST_TEST_OBJ)/places.elf: tests/host/places.S tests/host/twin.S
	$(call say,RISCV,$@)
	@mkdir -p $(@D)
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -Wl,-e,0x1000 -Wl,-Tdata=0x3000 -o $@ $^

$(addprefix $(HOST_TEST_OBJ)/,program.elf named.elf hostile.elf): $(HOST_TEST_OBJ)/%.elf: \
	tests/host/%.c
	$(call say,RISCV,$@)
	@mkdir -p $(@D)
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -O1 -g -Ihost/target -Wl,--build-id=sha1 -o $@ $<

$(HOST_TEST_OBJ)/stripped.elf: $(HOST_TEST_OBJ)/program.elf
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -O1 -s -o $@ tests/host/program.c

# Every command against devices that are no monitor, or turn into none: three minutes.
.PHONY: check-host-devices
check-host-devices: $(GNOMON) $(HOST_SERVER)
	$(Q)$(PY) tests/host/bad_devices.py $(GNOMON) $(HOST_SERVER)

.PHONY: check-host check-host-circles check-host-unit check-host-cli check-host-inputs \
	check-host-headers check-host-target check-host-hostile check-host-growth
check-host: check-host-circles check-host-headers check-host-unit check-host-cli check-host-inputs \
	check-host-hostile check-host-growth check-host-target check-host-devices

check-host-circles: $(HOST_LIB_O) $(HOST_CLI_O)
	$(Q)tests/circles.sh $^
	$(Q)tests/circles.sh -i host/lib

# Every header compiles alone, the installed one in C++ too.
check-host-headers:
	$(Q)set -e; for h in host/include/gnomon/*.h; do \
		$(CC) $(WARN) -Ihost/include -fsyntax-only -x c $$h; done
	$(Q)$(CXX) -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ \
		host/include/gnomon/gnomon.h

check-host-unit: $(HOST_TESTS) $(HOST_TEST_ELF)
	$(Q)set -e; for t in $(HOST_TESTS); do CK_DEFAULT_TIMEOUT=$(HANG_SECONDS) $$t; done

check-host-cli: $(GNOMON) $(GNOMON_GEN) $(HOST_SERVER) $(HOST_TEST_ELF) \
	$(BUILD)/tests/base/no_sync.so
	$(Q)tests/host/cli.sh $(GNOMON) $(HOST_SERVER) $(abspath $(HOST_TEST_OBJ)) \
		$(abspath $(BUILD)/tests/base/no_sync.so)

check-host-hostile: $(GNOMON) $(GNOMON_GEN) $(HOST_SERVER) $(HOST_TEST_ELF)
	$(Q)python3 tests/host/hostile.py $(GNOMON) $(GNOMON_GEN) $(HOST_SERVER) \
		$(HOST_TEST_OBJ)/hostile.elf

check-host-growth: $(GNOMON) $(GNOMON_GEN) $(HOST_TEST_ELF)
	$(Q)python3 tests/host/growth.py $(GNOMON) $(GNOMON_GEN)

check-host-inputs: $(GNOMON) $(GNOMON_GEN) $(HOST_SERVER)
	$(Q)python3 tests/host/test_inputs.py $(GNOMON) $(GNOMON_GEN) $(HOST_SERVER)

# The pattern compiler against brute force for longer, FUZZ times as many random sets.
FUZZ ?= 30
.PHONY: fuzz-patterns
fuzz-patterns: $(BUILD)/bin/check_patterns
	$(Q)GNOMON_FUZZ=$(FUZZ) $<

check-host-target: $(GNOMON)
	$(Q)$(PY) tests/host/target.py $(GNOMON)

-include $(HOST_TEST_OBJS:.o=.d)
