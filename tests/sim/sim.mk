# SPDX-License-Identifier: Apache-2.0
# tests of the target, the truth log and the bridge; included from sim/sim.mk

ECHO_V := $(SIM_BRIDGE_V) tests/sim/echo.v
$(eval $(call sim_plain,echo,echo,$(ECHO_V),))
$(eval $(call sim_plain,echo_uart,echo,\
	$(ECHO_V) sim/bridge/gnomon_bridge_uart.v rtl/gnomon_link_uart.v,-DECHO_UART -y rtl))

# the blinker, whose monitor has a byte port that takes a byte a cycle
$(SIM)/counter_wide/counter.v: sim/blinker/counter.yaml $(BUILD)/bin/gnomon-gen
	$(call say,GEN,$@)
	$(Q)rm -rf $(@D) && mkdir -p $(@D)
	$(Q)sed 's/phy: bytes/phy: bytes, wide: yes/' $< > $(@D).yaml
	$(Q)$(BUILD)/bin/gnomon-gen $(@D).yaml -o $(@D) > /dev/null
$(eval $(call sim_plain,blinker_wide,blinker_sim,\
	$(SIM_BRIDGE_V) sim/blinker/blinker.v sim/blinker/blinker_sim.v \
	$(SIM)/counter_wide/counter.v,-y rtl -Irtl))
$(SIM_OBJ)/blinker_wide/Vblinker_sim__ALL.a: $(RTL)

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
	$(SIM)/blinker_wide \
	$(SIM_OBJ)/check_truth $(BUILD)/tests/sim/hostile.elf
	$(Q)$(SIM_OBJ)/check_truth
	$(Q)$(SIM_TEST) tests/sim/test_soc.py $(SIM)/soc_bare $(SIM)/programs $(BUILD)/tests/sim
	$(Q)$(SIM_TEST) tests/sim/test_bridge.py $(SIM)/echo $(SIM)/echo_uart $(BUILD)/tests/sim
	$(Q)$(SIM_TEST) tests/sim/test_hostile.py $(SIM)/soc_bare $(SIM)/soc_bytes $(SIM)/echo \
		$(BUILD)/tests/sim/hostile.elf $(BUILD)/tests/sim
	$(Q)$(SIM_TEST) tests/sim/test_blinker.py $(SIM)/blinker $(SIM)/counter/manifest.json
	$(Q)$(SIM_TEST) tests/sim/test_blinker.py $(SIM)/blinker_wide \
		$(SIM)/counter_wide/manifest.json
	$(Q)$(SIM_TEST) tests/sim/test_monitor.py $(MODEL) $(SIM)/programs $(BUILD)/tests/sim \
		$(MODELLED)
