# SPDX-License-Identifier: Apache-2.0
# The experiment of Kong's "Measuring Time in Cm*": its simulator, and `make cmstar`. Included from
# sim.mk.

CMSTAR     := sim/experiments/cmstar
CMSTAR_OUT := $(BUILD)/cmstar

$(eval $(call soc_simulator,soc_cmstar,$(CMSTAR)/monitors/octo_cmstar.yaml,))
$(eval $(call sim_monitor,$(CMSTAR)/monitors/octo_cmstar.yaml))

# the command that compiles its program, for cmstar.py
$(CMSTAR_OUT)/compile: $(CMSTAR)/cmstar.mk sim/sim.mk
	$(Q)mkdir -p $(@D)
	$(Q)echo '$(RISCV)gcc $(RISCV_CFLAGS) -Ihost/target -Isim/programs' \
		'-T sim/programs/soc.ld' > $@

.PHONY: needs-cmstar cmstar
needs-cmstar: $(SIM)/soc_cmstar $(CMSTAR_OUT)/compile $(GNOMON)

#@ make cmstar   clocks on a shared bus: what is read against exact times; text, JSON, pictures
CMSTAR_OPTIONS ?=
cmstar:
	$(Q)./setup fpga
	$(Q)$(MAKE) --no-print-directory needs-cmstar
	$(Q)PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=python $(PY) $(CMSTAR)/cmstar.py \
		--build $(BUILD) --json $(CMSTAR_OUT)/cmstar.json --svg $(CMSTAR_OUT) \
		$(CMSTAR_OPTIONS)
