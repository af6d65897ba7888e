# SPDX-License-Identifier: Apache-2.0
# The LiteX system of the bench with monitors of gnomon.litex: ./setup fpga brings LiteX

SIM_LITEX := $(SIM)/litex_soc
$(SIM_LITEX)/litex_soc.v: tests/sim/litex/make_soc.py tests/bench/litex/soc.py \
		$(wildcard python/gnomon/litex/*.py) $(LITEX)/program.bin requirements/fpga.txt \
		$(VEXRISCV) $(GNOMON) $(GNOMON_GEN)
	$(call say,PYTHON,$@)
	$(Q)mkdir -p $(@D)
	$(Q)GNOMON=$(GNOMON) $(PY) -B $< $(LITEX)/program.bin $(@D) > $(@D).log 2>&1 || \
		{ cat $(@D).log; exit 1; }

$(eval $(call sim_plain,litex_tb,litex_tb,\
	sim/bridge/gnomon_bridge.vlt sim/bridge/gnomon_bridge_uart.v tests/sim/litex/litex_tb.v \
	$(SIM_LITEX)/litex_soc.v,\
	$(LITEX_WARN) -sv -f $(SIM_LITEX)/litex_soc.f,$(SIM_OBJ)/litex_tb/terminal.o))
$(SIM_OBJ)/litex_tb/terminal.o: tests/sim/litex/terminal.c $(SIM_OBJ)/litex_tb/Vlitex_tb__ALL.a
	$(call say,CC,$@)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(WARN) -c -o $@ $<
$(SIM_OBJ)/litex_tb/Vlitex_tb__ALL.a: $(RTL)

.PHONY: needs-sim-litex check-sim-litex
needs-sim-litex: $(SIM)/litex_tb $(LITEX)/program.elf $(GNOMON)
check-sim-litex: needs-sim-litex
	$(Q)mkdir -p $(BUILD)/tests/sim/litex
	$(Q)$(RUN_TEST) tests/sim/litex/test_litex.py $(SIM)/litex_tb $(SIM_LITEX) \
		$(LITEX)/program.elf $(GNOMON) $(BUILD)/tests/sim/litex
	$(Q)$(RUN_TEST) tests/sim/litex/test_bad.py $(LITEX)/program.bin $(GNOMON) \
		$(BUILD)/tests/sim/litex_bad
