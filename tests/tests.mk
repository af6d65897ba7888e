# SPDX-License-Identifier: Apache-2.0
# The commands of the README, what they consist of, and the help.

# Wall-clock seconds that end a test that hangs. No test depends on them: what must happen in time
# is counted in simulated cycles, or in the time of a model's own clock. Tests read it from the
# environment; tests/suite.h sets it for Check.
HANG_SECONDS ?= 1800
export HANG_SECONDS

include tests/base/base.mk
include tests/docs/docs.mk
-include tests/rtl/rtl.mk
include tests/formal/formal.mk
-include tests/system/system.mk
include tests/fuzz/fuzz.mk
include tests/bench/bench.mk
include tests/sim/litex/litex.mk
include tests/install/install.mk
include tests/usb/usb.mk
include tests/python/python.mk
include tests/page/page.mk

# What `make check` runs, four at a time: the shortest, which fail for the smallest fault, and
# then those that take longest first. Each is a target of its own and ends with a line `N passed, N
# failed` or Check's. `needs-NAME` builds what check-NAME needs; those without it build nothing.
CHECKS := check-lint check-docs check-rtl check-gen check-host check-system check-boards \
	check-usb check-sim check-python check-formal check-system-model check-fuzz check-memories \
	check-page check-attach check-base check-guest check-drain check-model check-one-node \
	check-install

# What `make check-quick` runs: what needs no simulator.
QUICK_CHECKS := check-lint check-docs check-host-unit check-gen-unit check-base

# What `make check-long` runs: sweeps of which `make check` has a part.
LONG_CHECKS := check-rtl-long check-formal-long check-memories-long check-boards-long \
	check-usb-long check-system-long check-system-model-long check-sim-long \
	check-host-long check-attach-long check-python-long

needs-%: ;

.PHONY: help demo check bench
help:
	@sed -n 's/^#@ //p' $(MAKEFILE_LIST)
	@echo 'make check-NAME  one suite of make check: $(CHECKS:check-%=%);' \
		'of make check-long: $(LONG_CHECKS:check-%=%)' | fmt -t -w 100

#@ make demo     measure a parallel program on a simulated quad-core system, and show the report
demo:
	$(Q)./setup
	$(Q)$(MAKE) --no-print-directory demo-programs
	$(Q)sim/demo/demo

.PHONY: demo-programs
demo-programs: $(BUILD)/bin/gnomon $(BUILD)/bin/gnomon-gen $(SIM)/soc_bytes \
	$(SIM)/programs/matmul.elf

#@ make check    all tests; SINCE=REVISION: the suites that a change since then can reach
check:
	$(Q)./setup fpga
	$(Q)$(if $(SINCE),checks=$$($(PY) tests/reach.py $(SINCE) $(CHECKS)) || exit 1;) \
		tests/run-checks $(if $(SINCE),$$checks,$(CHECKS))

#@ make check-quick  the style, the pages, and the units of generator and host: no simulator
#@ make check-long   sweeps of which `make check` has a part; run before an issue is closed
.PHONY: check-quick check-long
check-quick:
	$(Q)./setup fpga
	$(Q)tests/run-checks $(QUICK_CHECKS)

check-long:
	$(Q)./setup fpga long
	$(Q)tests/run-checks $(LONG_CHECKS)

#@ make lint     check the style of all sources: format, complexity, lengths; read all Verilog
#@ make format   rewrite the sources with their formatters
.PHONY: lint format check-lint needs-lint
lint:
	$(Q)./setup fpga
	$(Q)$(MAKE) --no-print-directory check-lint

format:
	$(Q)./setup fpga
	$(Q)$(PY) tests/lint.py format

needs-lint: $(GNOMON_GEN)

check-lint: needs-lint
	$(Q)$(PY) tests/lint.py
	$(Q)$(PY) -B tests/slang.py $(GNOMON_GEN) $(BUILD)/tests/slang

#@ make bench    measure the marks of the design: one table, and build/bench.json
bench:
	$(Q)./setup fpga
	$(Q)$(MAKE) --no-print-directory bench-programs
	$(Q)$(PY) tests/bench/bench.py $(BUILD)

.PHONY: bench-programs
bench-programs: $(BUILD)/bin/gnomon-gen $(SIM)/soc_bare $(SIM)/soc_bytes $(SIM)/soc_taps \
	$(SIM)/programs/matmul.elf $(BUILD)/bench/check_one_node $(BUILD)/bench/check_one_node_3 \
	$(DRAINS:%=$(BUILD)/bench/check_%) $(BUILD)/bin/bench_decode \
	$(BUILD)/bin/print_metadata

#@ make all      the programs only; V=1 shows the commands, DEVELOPER=0 lets warnings pass
#@ make install  the programs, the library and its headers, the Verilog, below $(DESTDIR)$(PREFIX);
#@               the libraries below $(DESTDIR)$(LIBDIR)
#@ make clean    remove what was built
