# SPDX-License-Identifier: Apache-2.0
# The one-node monitor of the marks, whole, over its pins (`make check`), and the bench
# (`make bench`).

ONE_NODE := $(BUILD)/bench/one_node

define bench_gen
	$(call say,GEN,$@)
	$(Q)rm -rf $(@D) && mkdir -p $(@D)
	$(Q)$(BUILD)/bin/gnomon-gen $< -o $(@D) > /dev/null
endef

$(ONE_NODE)/one_node.v: tests/bench/monitors/one_node.yaml $(BUILD)/bin/gnomon-gen
	$(bench_gen)

# the same at a quarter of the rate
$(BUILD)/bench/one_node_3.yaml: tests/bench/monitors/one_node.yaml
	@mkdir -p $(@D)
	$(Q)sed 's/baud: 12 MHz/baud: 3 MHz/' $< > $@

$(ONE_NODE)_3/one_node.v: $(BUILD)/bench/one_node_3.yaml $(BUILD)/bin/gnomon-gen
	$(bench_gen)

# a program with the model of a monitor: $(1) name, $(2) source, $(3) top, $(4) folder of its files
define bench_model
$(call sim_model,$(1),$(3),$(4)/$(3).v,-y rtl -Irtl)
$(SIM_OBJ)/$(1)/V$(3)__ALL.a: $(RTL)
$(BUILD)/bench/check_$(1): tests/bench/$(2).cpp tests/bench/layout.h \
	$(SIM_OBJ)/$(1)/V$(3)__ALL.a $(runtime_OBJ) $(LIBGNOMON)
	$$(call say,CXX,$$@)
	$$(Q)$$(CXX) $$(SIM_CXXFLAGS) -Wall -Wextra -Werror -DVM_TRACE=0 -I$(SIM_OBJ)/$(1) \
		-I$(4) -Ihost/include -Ihost/lib -I$(BUILD)/obj/host/lib $$(sim_include) \
		-o $$@ $$(filter-out %.h,$$^) -pthread $$(HOST_LIBS)
endef

$(eval $(call bench_model,one_node,one_node,one_node,$(ONE_NODE)))
$(eval $(call bench_model,one_node_3,one_node,one_node,$(ONE_NODE)_3))

# A monitor behind an FTDI chip, as FIFO and as UART
DRAINS := drain_ft245 drain_uart

define bench_drain
$(BUILD)/bench/$(1)/$(1).v: tests/bench/ftdi/$(1).yaml $(BUILD)/bin/gnomon-gen
	$$(bench_gen)
$(call bench_model,$(1),ftdi/$(1),$(1),$(BUILD)/bench/$(1))
$(BUILD)/bench/check_$(1): tests/bench/ftdi/drain_usb.h
endef

$(foreach d,$(DRAINS),$(eval $(call bench_drain,$(d))))

.PHONY: needs-one-node check-one-node
needs-one-node: $(BUILD)/bench/check_one_node

check-one-node: needs-one-node
	$(Q)for seed in 1 2 3 4 5 6 7 8; do $(BUILD)/bench/check_one_node \
		$(ONE_NODE)/manifest.json $$seed > $(BUILD)/bench/one_node.json || exit 1; done
	@echo "one node: every record as fed, over the UART's pins"
	@echo "8 passed, 0 failed"

.PHONY: needs-drain check-drain
needs-drain: $(DRAINS:%=$(BUILD)/bench/check_%) $(GNOMON)

check-drain: needs-drain
	$(Q)$(SYSTEM_PYTHON) tests/bench/drain.py $(BUILD)/bench $(GNOMON) $(BUILD)/bench/drain

# SERV's own system, with a monitor and without: the speed of their simulation
SERV := $(wildcard $(VENV)/lib/python3*/site-packages/pythondata_cpu_serv/verilog)
SERV_V := $(sort $(wildcard $(SERV)/rtl/*.v)) \
	$(addprefix $(SERV)/servant/servant,.v _arbiter.v _mux.v _ram.v _timer.v _gpio.v) \
	tests/bench/serv/serv_sim.v

$(BUILD)/bench/serv/serv.v: tests/bench/serv/serv.yaml $(BUILD)/bin/gnomon-gen
	$(bench_gen)

$(eval $(call sim_plain,serv_bare,serv_sim,$(SIM_BRIDGE_V) $(SERV_V),-Wno-lint -Wno-style))
$(eval $(call sim_plain,serv,serv_sim,\
	$(SIM_BRIDGE_V) $(SERV_V) $(BUILD)/bench/serv/serv.v,\
	-Wno-lint -Wno-style -DSERV_MONITOR -y rtl -Irtl))
$(SIM_OBJ)/serv/Vserv_sim__ALL.a: $(RTL)

# and with the model of the monitor
$(eval $(call sim_monitor_model,$(BUILD)/bench/serv_model,serv,tests/bench/serv/serv.yaml,\
	$(SIM_OBJ)/model/serv.o))
$(eval $(call sim_plain,serv_model,serv_sim,\
	$(SIM_BRIDGE_V) $(SERV_V) $(BUILD)/bench/serv_model/serv.v,\
	-Wno-lint -Wno-style -y rtl -Irtl -DSERV_MONITOR,$(SIM_OBJ)/model/serv.o $(SIM_MODEL_OBJ)))

# A LiteX system with two VexRiscv cores, the same way
LITEX := $(BUILD)/bench/litex
VEXRISCV := $(or $(firstword $(wildcard \
	$(VENV)/lib/python3*/site-packages/pythondata_cpu_vexriscv/verilog/VexRiscv.v)),\
	$(VENV)/VexRiscv.v--missing--run-setup-fpga)
LITEX_V := $(LITEX)/soc/litex_soc.v $(VEXRISCV) tests/bench/litex/litex_sim.v
LITEX_WARN := -Wno-lint -Wno-style -Wno-COMBDLY

$(LITEX)/program.elf: $(addprefix tests/bench/litex/,start.S program.c program.ld)
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(RISCV)gcc $(RISCV_CFLAGS) -T $(filter %.ld,$^) -o $@ $(filter %.S %.c,$^)

$(LITEX)/program.bin: $(LITEX)/program.elf
	$(Q)$(RISCV)objcopy -O binary $< $@

$(LITEX)/soc/litex_soc.v: tests/bench/litex/soc.py $(LITEX)/program.bin requirements/fpga.txt \
		$(VEXRISCV)
	$(call say,PYTHON,$@)
	$(Q)$(PY) -B $< $(LITEX)/program.bin -o $(@D)

$(LITEX)/monitor/litex.v: tests/bench/litex/litex.yaml $(BUILD)/bin/gnomon-gen
	$(bench_gen)

$(eval $(call sim_plain,litex_bare,litex_sim,$(SIM_BRIDGE_V) $(LITEX_V),$(LITEX_WARN)))
$(eval $(call sim_plain,litex,litex_sim,\
	$(SIM_BRIDGE_V) $(LITEX_V) $(LITEX)/monitor/litex.v,\
	$(LITEX_WARN) -DLITEX_MONITOR -y rtl -Irtl))
$(SIM_OBJ)/litex/Vlitex_sim__ALL.a: $(RTL)

$(eval $(call sim_monitor_model,$(LITEX)/model,litex,tests/bench/litex/litex.yaml,\
	$(SIM_OBJ)/model/litex.o))
$(eval $(call sim_plain,litex_model,litex_sim,\
	$(SIM_BRIDGE_V) $(LITEX_V) $(LITEX)/model/litex.v,\
	$(LITEX_WARN) -y rtl -Irtl -DLITEX_MONITOR,$(SIM_OBJ)/model/litex.o \
	$(SIM_MODEL_OBJ)))

# The same system with monitors of one option each, and with a full one: $(1) option
define cost_simulators
$(BUILD)/bench/cost_$(1)/cost_sim.v $(BUILD)/bench/cost_$(1)/cost.yaml &: \
		tests/bench/sim_cost/make.py
	$$(call say,PYTHON,$$@)
	$$(Q)$(SYSTEM_PYTHON) -B $$< $(1) $$(@D)

$(call sim_generated,$(BUILD)/bench/cost_$(1)/out,cost,$(BUILD)/bench/cost_$(1)/cost.yaml)
$(call sim_plain,cost_$(1),cost_sim,$(SIM_BRIDGE_V) $(LITEX)/soc/litex_soc.v $(VEXRISCV) \
	$(BUILD)/bench/cost_$(1)/cost_sim.v $(BUILD)/bench/cost_$(1)/out/cost.v,\
	$(LITEX_WARN) -y rtl -Irtl)
$(SIM_OBJ)/cost_$(1)/Vcost_sim__ALL.a: $(RTL)

$(call sim_monitor_model,$(BUILD)/bench/cost_$(1)/model,cost,$(BUILD)/bench/cost_$(1)/cost.yaml,\
	$(SIM_OBJ)/model/cost_$(1).o)
$(call sim_plain,cost_$(1)_model,cost_sim,\
	$(SIM_BRIDGE_V) $(LITEX)/soc/litex_soc.v $(VEXRISCV) \
	$(BUILD)/bench/cost_$(1)/cost_sim.v $(BUILD)/bench/cost_$(1)/model/cost.v,\
	$(LITEX_WARN) -y rtl -Irtl,$(SIM_OBJ)/model/cost_$(1).o $(SIM_MODEL_OBJ))
$(SIM_OBJ)/cost_$(1)_model/Vcost_sim__ALL.a: $(RTL)
endef
COSTS := pc rvfi pairs tap segments full
$(foreach option,$(COSTS),$(eval $(call cost_simulators,$(option))))

BENCH_SIMULATORS := $(addprefix $(SIM)/,soc_bare soc_bytes soc_taps soc_bytes_model \
	soc_taps_model serv_bare serv serv_model \
	litex_bare litex litex_model boards_48/boards \
	$(foreach option,$(COSTS),cost_$(option) cost_$(option)_model) \
	$(foreach count,1 4 16 64,many_$(count) many_$(count)_model))

# The time that patterns take to compile, and how many fit
# What a command takes that reads a run which grows
define bench_program
$(BUILD)/obj/$(2).o: tests/bench/$(2).c
	$$(call say,CC,$$<)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(WARN) $$(CFLAGS) $$(CPPFLAGS) $$(HOST_CPP) -MMD -MP -c -o $$@ $$<

$(BUILD)/bin/$(1): $(BUILD)/obj/$(2).o $(LIBGNOMON)
	$$(call say,LD,$$@)
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^ -pthread $$(HOST_LIBS)

-include $(BUILD)/obj/$(2).d
endef

$(eval $(call bench_program,bench-compile,bench_compile))
$(eval $(call bench_program,bench-live,bench_live))

# The time and the memory that a command takes.
$(BUILD)/bin/bench-cost: tests/bench/cost.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) -D_GNU_SOURCE $(LDFLAGS) -o $@ $<

bench-programs: $(addprefix $(BUILD)/bin/bench-,compile cost live) $(BENCH_SIMULATORS) \
	$(BUILD)/tests/usb/bed $(BUILD)/bin/model_server $(GNOMON) \
	$(BUILD)/boards/demo/demo.hex \
	$(addprefix $(SIM)/programs/,events.elf datums.elf system.elf)
