# SPDX-License-Identifier: Apache-2.0
# tests of the target, the truth log and the bridge; included from sim/sim.mk

ECHO_V := $(SIM_BRIDGE_V) tests/sim/echo.v
$(eval $(call sim_plain,echo,echo,$(ECHO_V),))
$(eval $(call sim_plain,echo_uart,echo,\
	$(ECHO_V) sim/bridge/gnomon_bridge_uart.v rtl/gnomon_link_uart.v,-DECHO_UART -y rtl))

$(SIM_OBJ)/check_truth: tests/sim/check_truth.c $(SIM_OBJ)/harness/truth.o sim/harness/truth.h
	$(call say,CC,$@)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(WARN) -Isim/harness -o $@ $(filter %.c %.o,$^) \
		$$($(PKGCONFIG) --cflags --libs check)

# the model knows the target, not its taps: tests/system has a test of their own
MODELLED := $(filter-out $(SIM)/soc_taps,$(SOC_SIMULATORS))
SIM_TEST := PYTHONDONTWRITEBYTECODE=1 $(PY)

$(BUILD)/tests/sim/hostile.elf: tests/sim/hostile.c $(PROGRAM_NEEDS)
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(call link_program,-Isim/programs)

.PHONY: check-sim
check-sim: lint-sim $(BUILD)/tests/model/model $(MODELLED) $(SOC_PROGRAMS) \
	$(SIM)/programs/events_id.elf $(SIM)/echo $(SIM)/echo_uart $(SIM)/blinker \
	$(SIM_OBJ)/check_truth $(BUILD)/tests/sim/hostile.elf
	$(Q)$(SIM_OBJ)/check_truth
	$(Q)$(SIM_TEST) tests/sim/test_soc.py $(SIM)/soc_bare $(SIM)/programs $(BUILD)/tests/sim
	$(Q)$(SIM_TEST) tests/sim/test_bridge.py $(SIM)/echo $(SIM)/echo_uart $(BUILD)/tests/sim
	$(Q)$(SIM_TEST) tests/sim/test_hostile.py $(SIM)/soc_bare $(SIM)/soc_bytes $(SIM)/echo \
		$(BUILD)/tests/sim/hostile.elf $(BUILD)/tests/sim
	$(Q)$(SIM_TEST) tests/sim/test_blinker.py $(SIM)/blinker $(SIM)/counter/manifest.json
	$(Q)$(SIM_TEST) tests/sim/test_monitor.py $(MODEL) $(SIM)/programs $(BUILD)/tests/sim \
		$(MODELLED)
