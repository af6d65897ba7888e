# SPDX-License-Identifier: Apache-2.0
# The experiment of Beilner's "Measuring with Slow Clocks": its simulator, and `make dash`. Included
# from sim.mk.

DASH     := sim/experiments/dash
DASH_OUT := $(BUILD)/dash

$(eval $(call soc_simulator,soc_dash,$(DASH)/monitors/quad_dash.yaml,-DSOC_DASH))
$(eval $(call sim_monitor,$(DASH)/monitors/quad_dash.yaml))

# the command that compiles its program, for dash.py
$(DASH_OUT)/compile: $(DASH)/dash.mk sim/sim.mk
	$(Q)mkdir -p $(@D)
	$(Q)echo '$(RISCV)gcc $(RISCV_CFLAGS) -Isim/programs -T sim/programs/soc.ld' > $@

.PHONY: needs-dash dash
needs-dash: $(SIM)/soc_dash $(DASH_OUT)/compile $(GNOMON)

#@ make dash   means by a clock that is slow, against exact times; text, JSON, pictures
DASH_OPTIONS ?=
dash:
	$(Q)./setup fpga
	$(Q)$(MAKE) --no-print-directory needs-dash
	$(Q)PYTHONDONTWRITEBYTECODE=1 $(PY) $(DASH)/dash.py --build $(BUILD) \
		--json $(DASH_OUT)/dash.json --svg $(DASH_OUT) $(DASH_OPTIONS)
