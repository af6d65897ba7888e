# SPDX-License-Identifier: Apache-2.0
# System tests: the host program of a user, with the simulated target and its truth log. TESTS=
# names parts of the names of the tests to run.

$(eval $(call soc_simulators,soc_narrow,tests/system/monitors/quad_narrow.yaml))
$(eval $(call sim_monitor,tests/system/monitors/quad_narrow.yaml))
$(eval $(call soc_simulators,soc_fields,tests/system/monitors/quad_fields.yaml))
$(eval $(call sim_monitor,tests/system/monitors/quad_fields.yaml))
$(eval $(call soc_simulators,soc_every,tests/system/monitors/quad_every.yaml))
$(eval $(call sim_monitor,tests/system/monitors/quad_every.yaml))
$(eval $(call soc_simulators,soc_recorder,tests/system/monitors/quad_recorder.yaml))
$(eval $(call sim_monitor,tests/system/monitors/quad_recorder.yaml))
$(eval $(call soc_simulators,soc_spram,tests/system/monitors/quad_spram.yaml))
$(eval $(call sim_monitor,tests/system/monitors/quad_spram.yaml))
$(eval $(call soc_simulators,soc_port,tests/system/monitors/quad_port.yaml))
$(eval $(call sim_monitor,tests/system/monitors/quad_port.yaml))
$(eval $(call soc_simulators,soc_far,tests/system/monitors/quad_far.yaml))
$(eval $(call sim_monitor,tests/system/monitors/quad_far.yaml))
$(eval $(call soc_simulators,soc_groups,tests/system/monitors/quad_groups.yaml))
$(eval $(call sim_monitor,tests/system/monitors/quad_groups.yaml))
$(eval $(call soc_simulators,soc_segments,tests/system/monitors/quad_segments.yaml))
$(eval $(call sim_monitor,tests/system/monitors/quad_segments.yaml))
$(eval $(call soc_simulators,soc_ticks,tests/system/monitors/quad_ticks.yaml))
$(eval $(call sim_monitor,tests/system/monitors/quad_ticks.yaml))
$(eval $(call soc_simulators,soc_rounds,tests/system/monitors/quad_rounds.yaml))
$(eval $(call sim_monitor,tests/system/monitors/quad_rounds.yaml))
$(eval $(call soc_simulators,soc_stores,tests/system/monitors/quad_stores.yaml))
$(eval $(call sim_monitor,tests/system/monitors/quad_stores.yaml))

SYSTEM_SIMULATORS := $(addprefix $(SIM)/,soc_bare soc_bytes soc_uart soc_compressed \
	soc_short soc_tiny soc_narrow soc_every soc_pattern soc_data soc_axi soc_measure \
	soc_measure_short soc_measure_gate soc_recorder soc_taps soc_fields soc_groups \
	soc_spram soc_port soc_far soc_capture soc_segments soc_rounds soc_stores \
	soc_ticks)
SYSTEM_PYTHON     ?= /usr/bin/python3
SYSTEM_PROGRAMS   := $(SOC_PROGRAMS) $(addprefix $(SIM)/programs/,times.elf stores.elf)
SYSTEM_TEST       := BUILD=$(BUILD) RISCV=$(RISCV) PYTHONDONTWRITEBYTECODE=1 $(SYSTEM_PYTHON)
SIMULATOR_CLOCK   := $(BUILD)/bin/simulator_clock.so

$(SIMULATOR_CLOCK): tests/system/lib/simulator_clock.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) -shared -fPIC -o $@ $<

.PHONY: needs-system check-system
needs-system: $(GNOMON) $(GNOMON_GEN) $(MODEL) $(SYSTEM_SIMULATORS) $(SIM)/soc_times \
	$(SYSTEM_PROGRAMS) $(SIMULATOR_CLOCK)

check-system: needs-system
	$(Q)$(SYSTEM_TEST) tests/system/run.py $(BUILD)/tests/system $(TESTS)

.PHONY: needs-system-long check-system-long
needs-system-long: needs-system
check-system-long: needs-system-long
	$(Q)LONG=1 $(SYSTEM_TEST) tests/system/run.py $(BUILD)/tests/system-long $(TESTS)

# The same, with the models of the monitors in their places. What needs a loss stays out, since a
# model loses nothing: losses, triggers of every clock, banks that are late, and blocks and
# snapshots that are refused or not whole. And the host is too slow to ask a program of a model.
# check-system-model has some of the monitors, and check-system-model-long all.
MODEL_SIMULATORS := $(addprefix $(SIM)/soc_,$(addsuffix _model,bytes capture fields groups \
	measure_gate pattern rounds segments ticks))
MODEL_TESTS := events/events/soc_bytes "triggers/random, pattern" "codes/random, pattern" steps/ \
	"preprocessors/random, gate" "groups/own events" fields/ capture/ segments/ rounds/ ticks/
ALL_MODEL_TESTS := events/ "side by side" "every kind" datums triggers/random codes/ steps/ \
	preprocessors/random "host asks" "last clock" printed "table 2" groups/ fields/ load/ \
	wrap/ slow/ report/ taps/ commands/ \
	capture/ segments/ rounds/ stores/whole stores/stopped ticks/
MODEL_NEEDS := $(GNOMON) $(GNOMON_GEN) $(MODEL) $(SIM)/soc_bare $(SIM)/soc_times \
	$(SYSTEM_PROGRAMS)

.PHONY: needs-system-model check-system-model needs-system-model-long check-system-model-long
needs-system-model: $(MODEL_NEEDS) $(MODEL_SIMULATORS)
needs-system-model-long: $(MODEL_NEEDS) \
	$(addsuffix _model,$(filter-out %/soc_bare,$(SYSTEM_SIMULATORS)))

check-system-model: needs-system-model
	$(Q)MONITORS=_model $(SYSTEM_TEST) tests/system/run.py $(BUILD)/tests/system-model \
		$(or $(TESTS),$(MODEL_TESTS))

check-system-model-long: needs-system-model-long
	$(Q)LONG=1 MONITORS=_model $(SYSTEM_TEST) tests/system/run.py \
		$(BUILD)/tests/system-model-long \
		$(or $(TESTS),$(ALL_MODEL_TESTS))

FUZZ_SECONDS ?= 600
SEED         ?=

#@ make fuzz-link  damage the link of whole runs for FUZZ_SECONDS (600), from SEED (random, printed)
.PHONY: fuzz-link
fuzz-link: needs-system
	$(Q)timeout $$(($(FUZZ_SECONDS) + 900)) env $(SYSTEM_TEST) tests/system/campaigns/fuzz.py \
		$(BUILD)/tests/fuzz $(FUZZ_SECONDS) $(SEED)

#@ make fuzz-monitors  run random monitors for FUZZ_SECONDS (600) against the model
.PHONY: fuzz-monitors
fuzz-monitors: $(GNOMON) $(GNOMON_GEN) $(MODEL) $(SOC_PROGRAMS)
	$(Q)timeout $$(($(FUZZ_SECONDS) + 900)) env $(SYSTEM_TEST) \
		tests/system/campaigns/fuzz_monitors.py \
		$(BUILD)/tests/fuzz-monitors $(FUZZ_SECONDS) $(SEED)
