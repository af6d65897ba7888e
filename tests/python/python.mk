# SPDX-License-Identifier: Apache-2.0
# Tests of the Python module: `make check-python`; `make check-python TESTS=part-of-a-name`.

PYTHON_RUNS := $(addprefix $(BUILD)/bin/,write_runs write_windows)

$(BUILD)/obj/python-runs/%.o: tests/python/runs/%.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) $(HOST_TEST_CPP) -MMD -MP -c -o $@ $<

$(PYTHON_RUNS): $(BUILD)/bin/%: $(BUILD)/obj/python-runs/%.o $(HOST_FIXTURE) $(LIBGNOMON)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(HOST_LIBS) $(CHECK_LIBS)

.PHONY: needs-python check-python
needs-python: $(PYTHON_RUNS) $(HOST_RUN) $(GNOMON) $(PRINT_COLUMNS) $(GNOMON_GEN) $(LIBGNOMON_SO) \
	$(BUILD)/bin/print_metadata $(HOST_SERVER) \
	$(addprefix $(HOST_TEST_OBJ)/,program.elf named.elf)

check-python: needs-python
	$(Q)$(PY) -B tests/python/run.py $(BUILD) $(TESTS)

# A data set in a store of objects: needs Hadoop's client, which `./setup long` brings by Maven.
.PHONY: needs-python-long check-python-long
needs-python-long: needs-python
check-python-long: needs-python-long
	$(Q)$(PY) -B tests/python/run.py $(BUILD) '' store

$(BUILD)/bin/write_windows: $(BUILD)/obj/python-runs/window_lines.o

-include $(BUILD)/obj/python-runs/window_lines.d
-include $(patsubst $(BUILD)/bin/%,$(BUILD)/obj/python-runs/%.d,$(PYTHON_RUNS))
