# SPDX-License-Identifier: Apache-2.0
# Tests of libgnomon and of the host programs. The rooms are those of host/lib; fixture/ has what
# several tests share, elf/ the programs that they read, cli/ the tests of whole commands.

# in lines of their own, so that changes side by side do not meet
HOST_CHECKS   := \
	passes/check_causality \
	passes/check_causality_random \
	passes/check_causality_shown \
	passes/check_process_names \
	clocks/check_clocks_coverage \
	clocks/check_clocks_estimate \
	clocks/check_clocks_plan \
	clocks/check_clocks_zero \
	common/check_histogram \
	common/check_scratch \
	common/check_stats \
	common/check_json_out \
	common/check_text_out \
	common/check_behind \
	common/check_sqlite_rows \
	common/check_yaml \
	device/check_hostile \
	device/check_tty \
	device/check_link \
	device/check_poll \
	compile/check_match \
	compile/check_patterns \
	compile/check_pattern_file \
	compile/check_limit \
	program/check_clock \
	program/check_elf \
	program/check_debug \
	program/check_names \
	program/check_program \
	program/check_target \
	monitor/check_manifest \
	monitor/check_manifest_lines \
	monitor/check_manifest_single \
	compile/check_sequence \
	compile/check_triggers \
	compile/check_route \
	experiment/check_experiment \
	experiment/check_experiment_faults \
	experiment/check_places \
	experiment/check_load \
	experiment/check_uses \
	experiment/check_uses_faults \
	experiment/check_fields \
	experiment/check_capture \
	experiment/check_lines \
	experiment/check_called \
	experiment/check_functions \
	experiment/check_limits \
	experiment/check_spans \
	experiment/check_processes \
	run/check_run \
	run/check_anchors \
	run/check_drain \
	run/check_entries \
	run/check_entries_damage \
	run/check_entries_drain \
	run/check_pending \
	session/check_rounds \
	session/check_tables \
	sync/check_sync_bound \
	sync/check_sync_file \
	sync/check_sync_golden \
	sync/check_sync_poller \
	records/check_record \
	records/check_segment \
	records/check_ratio \
	read/check_follow \
	read/check_follow_damage \
	read/check_known \
	read/check_packet \
	read/check_reader \
	read/check_boards_clock \
	read/check_trace \
	read/check_trace_damage \
	read/check_trace_gaps \
	read/check_trace_records \
	read/check_trace_segments \
	report/check_report \
	report/check_report_advice \
	report/check_report_advice_rules \
	results/check_report_diff \
	results/check_diff_alike \
	results/check_diff_banks \
	results/check_diff_banks_why \
	results/check_diff_batches \
	results/check_diff_latencies \
	results/check_diff_ratios \
	results/check_diff_scores \
	report/check_report_at \
	passes/check_filter \
	passes/check_filter_changed \
	passes/check_filter_kinds \
	passes/check_filter_known \
	passes/check_filter_subset \
	passes/check_report_limits \
	passes/check_report_limits_random \
	report/check_report_durations \
	report/check_report_live \
	report/check_report_live_loads \
	report/line/check_report_captures \
	report/line/check_report_live_lines \
	report/check_report_load \
	report/check_report_port \
	report/check_report_message \
	report/check_report_system \
	report/check_report_profile \
	report/check_report_units \
	report/check_report_units_shown \
	report/check_report_segments \
	report/line/check_report_line \
	report/line/check_report_line_ways \
	report/line/check_report_lines \
	report/line/check_report_pauses \
	report/line/check_report_pauses_shown \
	report/line/check_report_held \
	report/check_watch \
	report/line/check_report_rounds \
	report/line/check_report_stretches \
	report/check_report_shown \
	report/check_report_plain \
	report/check_report_periods \
	report/check_report_partly \
	report/check_report_rows \
	report/check_report_printer \
	report/check_report_events \
	report/check_report_memory \
	report/check_report_host_clock \
	out/check_packed \
	out/check_page_names \
	out/check_page_reads \
	out/check_page_live \
	out/check_export \
	out/check_fst \
	out/check_export_limits \
	out/check_export_calls \
	passes/check_messages \
	passes/check_traffic \
	passes/check_parallel \
	passes/check_parallel_random \
	passes/check_spool \
	passes/check_calls \
	passes/check_calls_missing \
	passes/check_calls_random \
	passes/check_shuffled
HOST_FIXTURES := entries/entries entries/entries_sink experiment_fixture folder growing \
		 manifest_fixture model_device model_fetch \
		 model_manifest \
		 naive preprocessors_manifest report/banks_fixture report/causality_fixture \
		 report/diff_series \
		 report/diff_shown \
		 report/filter_fixture \
		 report/limits_fixture report/live_fixture \
		 report/message_fixture report/parallel_fixture \
		 report/report_fixture \
		 report/rounds_fixture report/rounds_shown report/units_fixture run_fixture \
		 serial_line served/served trace/merged trace/trace_all \
		 trace/trace_writer uses_fixture
HOST_TEST_OBJ := $(BUILD)/obj/host-tests
HOST_TEST_CPP := $(HOST_CPP) -Itests/host/fixture -Itests/host/fixture/report \
		 -Itests/host/fixture/trace -Ihost/target -DTEST_DATA='"$(abspath $(HOST_TEST_OBJ))"'
HOST_TESTS    := $(addprefix $(BUILD)/bin/,$(notdir $(HOST_CHECKS)))
HOST_SERVER   := $(BUILD)/bin/model_server
HOST_RUN      := $(BUILD)/bin/make_run
HOST_TRACED   := $(BUILD)/bin/traced_monitor
HOST_BENCH    := $(BUILD)/bin/bench_decode
HOST_FIXTURE  := $(HOST_TEST_OBJ)/libfixture.a
HOST_FIXTURE_O := $(HOST_FIXTURES:%=$(HOST_TEST_OBJ)/fixture/%.o)
HOST_TEST_O   := $(HOST_CHECKS:%=$(HOST_TEST_OBJ)/%.o) $(HOST_TEST_OBJ)/cli/model_server.o \
		 $(HOST_TEST_OBJ)/read/print_metadata.o $(HOST_TEST_OBJ)/read/bench_decode.o \
		 $(HOST_TEST_OBJ)/out/make_run.o $(HOST_TEST_OBJ)/lttng/traced_monitor.o
CHECK_LIBS    := $(shell $(PKGCONFIG) --libs check 2>/dev/null)
# gold links a test in a third of the time
FAST_LINK     := $(if $(shell command -v ld.gold),-fuse-ld=gold)
RISCV_CC      ?= riscv64-unknown-elf-gcc

all: $(HOST_BENCH)

# -O1 takes a quarter less to compile; what a check calls stays at -O2.
$(HOST_CHECKS:%=$(HOST_TEST_OBJ)/%.o): CHECK_OPT := -O1
$(HOST_TEST_O) $(HOST_FIXTURE_O): $(HOST_TEST_OBJ)/%.o: tests/host/%.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CHECK_OPT) $(CPPFLAGS) $(HOST_TEST_CPP) -MMD -MP -c -o $@ $<

$(HOST_FIXTURE): $(HOST_FIXTURE_O)
	$(call say,AR,$@)
	@rm -f $@
	$(Q)$(AR) qcs $@ $^

# Each program has the name of its file, wherever that lies.
define host_program
$(BUILD)/bin/$(notdir $(1)): $(HOST_TEST_OBJ)/$(1).o $(HOST_FIXTURE) $(LIBGNOMON)
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS) $$(LDFLAGS) $$(FAST_LINK) -o $$@ $$^ $$(HOST_LIBS) $$(CHECK_LIBS) \
		$(2)
endef
$(foreach program,$(HOST_CHECKS) cli/model_server read/print_metadata read/bench_decode \
	out/make_run,\
	$(eval $(call host_program,$(program))))
$(eval $(call host_program,lttng/traced_monitor,-llttng-ust))

# Programs for the target that the tests read.
HOST_TEST_ELF := $(addprefix $(HOST_TEST_OBJ)/,\
	returns.elf many.elf places.elf program.elf named.elf hostile.elf stripped.elf leaves.elf \
	doubles.elf overlay.elf names.elf dropped.elf inlined.elf program.o)
RISCV_FLAGS   := -march=rv32imc -mabi=ilp32 -nostdlib -static -Wl,-Ttext=0x1000

$(HOST_TEST_OBJ)/returns.elf $(HOST_TEST_OBJ)/many.elf: $(HOST_TEST_OBJ)/%.elf: tests/host/elf/%.S
	$(call say,RISCV,$@)
	@mkdir -p $(@D)
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -Wl,-e,0x1000 -o $@ $<

$(HOST_TEST_OBJ)/leaves.elf: tests/host/elf/leaves.S
	$(call say,RISCV,$@)
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -Wl,-e,0x1000 -o $@ $<

$(HOST_TEST_OBJ)/doubles.elf: tests/host/elf/leaves.S
	$(call say,RISCV,$@)
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -march=rv32imafdc -Wl,-e,0x1000 -o $@ $<

$(HOST_TEST_OBJ)/overlay.elf: tests/host/elf/overlay.S tests/host/elf/overlay.ld
	$(call say,RISCV,$@)
	$(Q)$(RISCV_CC) -march=rv32im -mabi=ilp32 -nostdlib -static -g \
		-T tests/host/elf/overlay.ld -o $@ $<

$(HOST_TEST_OBJ)/dropped.elf: tests/host/elf/dropped.S
	$(call say,RISCV,$@)
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -Wl,-Ttext=0,-e,live,--gc-sections -o $@ $<

$(HOST_TEST_OBJ)/inlined.elf: tests/host/elf/inlined.c
	$(call say,RISCV,$@)
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -O2 -g -fno-ipa-icf -o $@ $<

# twins.c twice: the files that it says it is are one.c and two.c
NAMES_CC := $(RISCV_CC) $(RISCV_FLAGS) -O1 -g -ffreestanding
$(HOST_TEST_OBJ)/names.elf: tests/host/elf/names.cc tests/host/elf/twins.c
	$(call say,RISCV,$@)
	$(Q)$(NAMES_CC) -c -DNUMBER=1 -DWHERE='"fw/one.c"' -DMAIN=first_twin -o $@.1.o \
		tests/host/elf/twins.c
	$(Q)$(NAMES_CC) -c -DNUMBER=2 -DWHERE='"fw/two.c"' -DMAIN=second_twin -o $@.2.o \
		tests/host/elf/twins.c
	$(Q)$(NAMES_CC) -fno-exceptions -fno-rtti -o $@ $< $@.1.o $@.2.o

$(HOST_TEST_OBJ)/program.o: tests/host/elf/program.c
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -O1 -g -c -o $@ $<

$(HOST_TEST_OBJ)/places.elf: tests/host/elf/places.S tests/host/elf/twin.S
	$(call say,RISCV,$@)
	@mkdir -p $(@D)
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -Wl,-e,0x1000 -Wl,-Tdata=0x3000 -o $@ $^

$(addprefix $(HOST_TEST_OBJ)/,program.elf named.elf hostile.elf): $(HOST_TEST_OBJ)/%.elf: \
	tests/host/elf/%.c
	$(call say,RISCV,$@)
	@mkdir -p $(@D)
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -O1 -g -Ihost/target -Wl,--build-id=sha1 -o $@ $<

$(HOST_TEST_OBJ)/stripped.elf: $(HOST_TEST_OBJ)/program.elf
	$(Q)$(RISCV_CC) $(RISCV_FLAGS) -O1 -s -o $@ tests/host/elf/program.c

# Every command against devices that are no monitor, or turn into none: three minutes.
.PHONY: check-host-devices
check-host-devices: $(GNOMON) $(HOST_SERVER)
	$(Q)$(PY) tests/host/cli/bad_devices.py $(GNOMON) $(HOST_SERVER)

# What `gnomon serve-link` passes and refuses: two minutes.
.PHONY: check-host-serve
check-host-serve: $(GNOMON) $(HOST_SERVER)
	$(Q)$(PY) tests/host/cli/test_serve_link.py $(GNOMON) $(HOST_SERVER)

# Several boards that run together, and their clocks.
.PHONY: check-host-boards
check-host-boards: $(GNOMON) $(HOST_SERVER) $(LIBGNOMON_SO)
	$(Q)$(PY) tests/host/cli/test_boards.py $(GNOMON) $(HOST_SERVER) $(LIBGNOMON_SO)

# What `gnomon serve` gives to whom. Debian's Python has Debian's prometheus_client.
.PHONY: check-host-web
check-host-web: $(GNOMON) $(HOST_SERVER)
	$(Q)/usr/bin/python3 tests/host/cli/test_serve.py $(GNOMON) $(HOST_SERVER)
	$(Q)$(PY) tests/host/cli/test_serve_whole.py $(GNOMON) $(HOST_SERVER)

.PHONY: needs-host needs-host-unit check-host check-host-circles check-host-unit check-host-cli \
	check-host-inputs check-host-headers check-host-target check-host-hostile \
	check-host-rom check-host-exports check-host-filter-drain \
	check-host-lttng
check-host: check-host-circles check-host-headers check-host-unit check-host-cli check-host-inputs \
	check-host-hostile check-host-target check-host-rom check-host-devices \
	check-host-serve check-host-exports check-host-web check-host-filter-drain \
	check-host-cut-short check-host-foreign check-host-lttng check-host-command-lines \
	check-host-locale check-host-samples check-host-boards

needs-host: $(HOST_LIB_O) $(HOST_CLI_O) $(HOST_TESTS) $(HOST_TEST_ELF) $(HOST_SERVER) $(GNOMON) \
	$(BUILD)/bin/print_metadata \
	$(HOST_RUN) $(HOST_TRACED) \
	$(GNOMON_GEN) $(LIBGNOMON_SO) $(BUILD)/tests/base/no_sync.so \
	$(BUILD)/tests/base/no_exchange.so $(BUILD)/tests/base/kill_at $(BUILD)/tests/base/fail_at

check-host-circles: $(HOST_LIB_O) $(HOST_CLI_O)
	$(Q)tests/circles.sh $^
	$(Q)tests/circles.sh -i host/lib

# Every header compiles alone, the installed ones in C++ too.
check-host-headers: $(HOST_PROTO:=.h)
	$(Q)$(CC) $(WARN) $(CPPFLAGS) $(HOST_CPP) -fsyntax-only -x c \
		$(sort $(shell find host/include host/lib host/cli -name "*.h"))
	$(Q)$(CXX) -std=c++17 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ \
		host/include/gnomon/gnomon.h host/include/gnomon/arrow.h

needs-host-unit: $(HOST_TESTS) $(HOST_TEST_ELF) $(GNOMON)

check-host-unit: needs-host-unit
	$(Q)failed=0; for t in $(HOST_TESTS); do \
		GNOMON=$(abspath $(GNOMON)) CK_DEFAULT_TIMEOUT=$(HANG_SECONDS) $$t || failed=1; \
	done; exit $$failed

check-host-cli: $(GNOMON) $(GNOMON_GEN) $(HOST_SERVER) $(HOST_TEST_ELF) \
	$(BUILD)/tests/base/no_sync.so
	$(Q)tests/host/cli/cli.sh $(GNOMON) $(HOST_SERVER) $(abspath $(HOST_TEST_OBJ)) \
		$(abspath $(BUILD)/tests/base/no_sync.so)

# Filters at the end of a drain, in the place of the run.
check-host-filter-drain: $(GNOMON) $(HOST_SERVER) $(BUILD)/tests/base/kill_at \
	$(BUILD)/tests/base/no_sync.so $(BUILD)/tests/base/no_exchange.so
	$(Q)python3 tests/host/cli/test_filter_drain.py $(GNOMON) $(HOST_SERVER) $(BUILD)/tests/base

# A write that finds no room, and a signal, in each command that writes files.
.PHONY: check-host-cut-short
check-host-cut-short: $(GNOMON) $(HOST_RUN) $(BASE_TRACING)
	$(Q)python3 tests/host/cli/test_cut_short.py $(GNOMON) $(HOST_RUN) \
		$(BUILD)/tests/base/fail_at $(BUILD)/tests/base/kill_at

# Options that are given twice, numbers, and a standard output that takes nothing: all commands.
.PHONY: check-host-command-lines
check-host-command-lines: $(GNOMON) $(GNOMON_GEN) $(HOST_RUN)
	$(Q)python3 tests/host/cli/test_command_lines.py $(GNOMON) $(GNOMON_GEN) $(HOST_RUN)

# Commands that write, against what the user has in their place.
.PHONY: check-host-foreign
check-host-foreign: $(GNOMON) $(GNOMON_GEN) $(HOST_SERVER) $(HOST_RUN)
	$(Q)python3 tests/host/cli/test_foreign.py $(GNOMON) $(HOST_SERVER) $(HOST_RUN)

# What `gnomon samples` answers and refuses.
.PHONY: check-host-samples
check-host-samples: $(GNOMON)
	$(Q)python3 tests/host/cli/test_samples.py $(GNOMON)

# A program in whose locale numbers have commas.
.PHONY: check-host-locale
check-host-locale: $(LIBGNOMON_SO) $(GNOMON) $(HOST_RUN)
	$(Q)python3 tests/host/session/test_locale.py $(LIBGNOMON_SO) $(GNOMON) $(HOST_RUN)

check-host-hostile: $(GNOMON) $(GNOMON_GEN) $(HOST_SERVER) $(HOST_TEST_ELF)
	$(Q)python3 tests/host/cli/hostile.py $(GNOMON) $(GNOMON_GEN) $(HOST_SERVER) \
		$(HOST_TEST_OBJ)/hostile.elf

# What a command takes grows with its input, and not with its square; what reads runs, in
# instructions that Valgrind counts. How often confidence intervals cover, from 20 times as many.
.PHONY: needs-host-long check-host-long
needs-host-long: $(GNOMON) $(GNOMON_GEN) $(HOST_TEST_ELF) $(BUILD)/bin/print_metadata \
	$(BUILD)/bin/check_clocks_coverage
check-host-long: needs-host-long
	$(Q)python3 tests/host/cli/growth.py $(GNOMON) $(GNOMON_GEN)
	$(Q)python3 tests/host/cli/growth_runs.py $(BUILD)
	$(Q)GNOMON_COVER=20 CK_DEFAULT_TIMEOUT=$(HANG_SECONDS) $(BUILD)/bin/check_clocks_coverage

check-host-inputs: $(GNOMON) $(GNOMON_GEN) $(HOST_SERVER)
	$(Q)python3 tests/host/cli/test_inputs.py $(GNOMON) $(GNOMON_GEN) $(HOST_SERVER)

# Monitors with a ROM, and with a bad one.
check-host-rom: $(GNOMON) $(HOST_SERVER) $(LIBGNOMON_SO)
	$(Q)python3 tests/host/cli/test_rom.py $(GNOMON) $(HOST_SERVER) $(LIBGNOMON_SO)

# The pattern compiler against brute force for longer, FUZZ times as many random sets.
FUZZ ?= 30
#@ make fuzz-patterns  the pattern compiler against brute force, FUZZ (30) times as many sets
.PHONY: fuzz-patterns
fuzz-patterns: $(BUILD)/bin/check_patterns
	$(Q)GNOMON_FUZZ=$(FUZZ) $<

# Exports, read by readers that are not ours.
check-host-exports: $(GNOMON) $(HOST_RUN)
	$(Q)$(PY) tests/host/out/test_export.py $(GNOMON) $(HOST_RUN) $(NODE) $(READERS)
	$(Q)$(PY) tests/host/out/test_beyond.py $(GNOMON) $(HOST_RUN)
	$(Q)$(PY) tests/host/out/test_rows.py $(GNOMON) $(HOST_RUN)
	$(Q)$(PY) tests/host/out/test_calls.py $(GNOMON) $(HOST_RUN)
	$(Q)$(PY) tests/host/out/test_pprof.py $(GNOMON) $(HOST_RUN) $(GO)
	$(Q)$(PY) tests/host/out/test_profile.py $(GNOMON) $(HOST_RUN) $(GO)
	$(Q)PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tests/page $(PY) \
		tests/host/out/test_speedscope.py $(GNOMON) $(HOST_RUN) $(READERS)
	$(Q)$(PY) tests/host/out/test_lacks.py $(GNOMON) $(HOST_RUN)
	$(Q)$(PY) tests/host/out/test_segments.py $(GNOMON) $(HOST_RUN)

# A run beside a trace that LTTng made of the host.
check-host-lttng: $(GNOMON) $(HOST_TRACED)
	$(Q)python3 tests/host/lttng/test_lttng.py $(GNOMON) $(HOST_TRACED)

check-host-target: $(GNOMON)
	$(Q)$(PY) tests/host/program/target.py $(GNOMON)
	$(Q)$(PY) tests/host/program/debug_forms.py $(GNOMON)
	$(Q)$(PY) tests/host/program/machines.py $(GNOMON)

-include $(HOST_TEST_O:.o=.d) $(HOST_FIXTURE_O:.o=.d)
