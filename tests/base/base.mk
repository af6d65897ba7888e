# SPDX-License-Identifier: Apache-2.0
# Tests of base/: names and text that are shown, folders that come whole, killed at each system
# call.

BASE_TEST_BIN := $(BUILD)/tests/base
# What stops other programs at their system calls.
BASE_TRACING  := $(BASE_TEST_BIN)/kill_at $(BASE_TEST_BIN)/fail_at
BASE_UNITS    := $(patsubst tests/base/%.c,$(BASE_TEST_BIN)/%,\
	$(sort $(wildcard tests/base/check_*.c)))

$(BASE_UNITS) $(BASE_TEST_BIN)/put_folder $(BASE_TRACING): $(BASE_TEST_BIN)/%: \
	tests/base/%.c $(BASE_O)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) -I. \
		$(shell $(PKGCONFIG) --cflags check 2>/dev/null) -MMD -MP -o $@ $< $(BASE_O) \
		$(shell $(PKGCONFIG) --libs check yaml-0.1 2>/dev/null)

BASE_PRELOADED := $(BASE_TEST_BIN)/no_exchange.so $(BASE_TEST_BIN)/no_sync.so

$(BASE_PRELOADED): $(BASE_TEST_BIN)/%.so: tests/base/%.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) -shared -fPIC -o $@ $<

.PHONY: needs-base check-base check-base-circles check-base-clock check-base-numbers \
	check-base-unit check-base-killed
check-base: check-base-circles check-base-clock check-base-numbers check-base-unit \
	check-base-killed

needs-base: $(BASE_O) $(BASE_UNITS) $(BASE_TEST_BIN)/put_folder $(BASE_TRACING) \
	$(BASE_PRELOADED) $(GNOMON_GEN)

check-base-circles: $(BASE_O)
	$(Q)tests/circles.sh $^

# A test of speed by itself is none of these: tests/bench, and tests/fuzz, whose inputs may take
# so long.
CLOCKLESS := $(sort $(shell find tests/base tests/gen tests/host tests/model tests/rtl tests/sim \
	tests/system tests/usb -name "*.[ch]" -o -name "*.py" -o -name "*.sh"))

check-base-clock:
	$(Q)tests/clock.sh $(CLOCKLESS)

check-base-numbers:
	$(Q)tests/base/numbers.sh $(sort $(shell find base gen host sim -name "*.[ch]" -o -name "*.cpp"))

check-base-unit: $(BASE_UNITS)
	$(Q)set -e; for t in $(BASE_UNITS); do CK_DEFAULT_TIMEOUT=$(HANG_SECONDS) $$t; done

check-base-killed: $(BASE_TEST_BIN)/put_folder $(BASE_TEST_BIN)/kill_at $(BASE_PRELOADED) \
	$(GNOMON_GEN)
	$(Q)python3 tests/base/killed.py $(BASE_TEST_BIN) $(GNOMON_GEN)

-include $(BASE_UNITS:=.d) $(BASE_TEST_BIN)/put_folder.d $(BASE_TRACING:=.d)
