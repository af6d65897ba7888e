# SPDX-License-Identifier: Apache-2.0
# The page of a report in a browser without a window.

PAGE_RUN := $(BUILD)/tests/page/page_runs

$(BUILD)/obj/tests/page/page_runs.o: tests/page/page_runs.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) $(HOST_TEST_CPP) -MMD -MP -c -o $@ $<

$(PAGE_RUN): $(BUILD)/obj/tests/page/page_runs.o $(HOST_FIXTURE) $(LIBGNOMON)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(HOST_LIBS) $(CHECK_LIBS)

.PHONY: needs-page check-page
needs-page: $(GNOMON) $(PAGE_RUN)

check-page: needs-page
	$(Q)$(NODE) tests/page/check_runs.mjs
	$(Q)$(NODE) tests/page/check_arcs.mjs
	$(Q)$(NODE) tests/page/check_numbers.mjs
	$(Q)PYTHONDONTWRITEBYTECODE=1 python3 tests/page/test_page.py $(GNOMON) $(PAGE_RUN)
	$(Q)PYTHONDONTWRITEBYTECODE=1 python3 tests/page/test_served.py $(GNOMON) $(PAGE_RUN)
	$(Q)PYTHONDONTWRITEBYTECODE=1 python3 tests/page/test_windows.py $(GNOMON) $(PAGE_RUN)
	$(Q)PYTHONDONTWRITEBYTECODE=1 python3 tests/page/test_million.py $(GNOMON) $(PAGE_RUN)

-include $(BUILD)/obj/tests/page/page_runs.d
