# SPDX-License-Identifier: Apache-2.0
# tests of the target, the truth log and the bridge; included from sim/sim.mk

SIM_TEST := PYTHONDONTWRITEBYTECODE=1 $(PY)
RUN_TEST := PYTHONPATH=tests/sim:tests/system/lib:tests $(SIM_TEST)
RUN_ARGUMENTS = $(SIM) $(SIM)/programs $(GNOMON) $(BUILD)/tests/sim

ECHO_V := $(SIM_BRIDGE_V) tests/sim/echo.v
$(eval $(call sim_plain,echo,echo,$(ECHO_V),))
$(eval $(call sim_plain,echo_uart,echo,\
	$(ECHO_V) sim/bridge/gnomon_bridge_uart.v rtl/gnomon_link_uart.v,-DECHO_UART -y rtl))

# the blinker, whose monitor has a byte port that takes a byte a cycle, and a register on each tap
$(SIM)/counter_wide/counter.v: sim/blinker/counter.yaml $(BUILD)/bin/gnomon-gen
	$(call say,GEN,$@)
	$(Q)rm -rf $(@D) && mkdir -p $(@D)
	$(Q)sed 's/phy: bytes/phy: bytes, wide: yes/' $< > $(@D).yaml
	$(Q)$(BUILD)/bin/gnomon-gen --register-taps $(@D).yaml -o $(@D) > /dev/null
$(eval $(call sim_plain,blinker_wide,blinker_sim,\
	$(SIM_BRIDGE_V) sim/blinker/blinker.v sim/blinker/blinker_sim.v \
	$(SIM)/counter_wide/counter.v,-y rtl -Irtl))
$(SIM_OBJ)/blinker_wide/Vblinker_sim__ALL.a: $(RTL)

# the blinker, whose monitor has each trigger of the single form, or a CAPTURE line; and its model
define sim_entries
$(call sim_generated,$(SIM)/$(1),counter,tests/sim/run/$(1).yaml)
$(call sim_plain,blinker_$(1),blinker_sim,\
	$(SIM_BRIDGE_V) sim/blinker/blinker.v sim/blinker/blinker_sim.v \
	$(SIM)/$(1)/counter.v,-y rtl -Irtl)
$(SIM_OBJ)/blinker_$(1)/Vblinker_sim__ALL.a: $(RTL)
$(call sim_monitor_model,$(SIM)/model/$(1),counter,tests/sim/run/$(1).yaml,\
	$(SIM_OBJ)/model/$(1).o)
$(call sim_plain,blinker_$(1)_model,blinker_sim,\
	$(SIM_BRIDGE_V) sim/blinker/blinker.v sim/blinker/blinker_sim.v \
	$(SIM)/model/$(1)/counter.v,-y rtl -Irtl,$(SIM_OBJ)/model/$(1).o $(SIM_MODEL_OBJ))
endef
$(eval $(call sim_entries,entries))
$(eval $(call sim_entries,lines))

# program counters of up to 64 bits
$(eval $(call sim_generated,$(SIM)/wide_monitor,wide,tests/sim/wide/wide.yaml))
$(eval $(call sim_plain,wide,wide_sim,\
	$(SIM_BRIDGE_V) tests/sim/wide/wide_sim.v $(SIM)/wide_monitor/wide.v,-y rtl -Irtl))
$(SIM_OBJ)/wide/Vwide_sim__ALL.a: $(RTL)

# monitors of many nodes on a synthetic target: $(1) nodes
NODES_V := $(SIM_BRIDGE_V) tests/sim/nodes/source.v
define sim_nodes
$(SIM)/nodes_$(1)/nodes_sim.v $(SIM)/nodes_$(1)/nodes.yaml &: tests/sim/nodes/make.py
	$$(call say,PYTHON,$$@)
	$$(Q)$(SIM_TEST) $$< $(1) $$(@D)

$(SIM)/nodes_$(1)/out/nodes.v: $(SIM)/nodes_$(1)/nodes.yaml $(GNOMON_GEN)
	$$(call say,GEN,$$@)
	$$(Q)rm -rf $$(@D) && mkdir -p $$(@D)
	$$(Q)$(GNOMON_GEN) $$< -o $$(@D) > /dev/null

$(call sim_plain,many_$(1),nodes_sim,\
	$(NODES_V) $(SIM)/nodes_$(1)/nodes_sim.v $(SIM)/nodes_$(1)/out/nodes.v,-y rtl -Irtl)
$(SIM_OBJ)/many_$(1)/Vnodes_sim__ALL.a: $(RTL)

# and with the model of the monitor
$(call sim_monitor_model,$(SIM)/nodes_$(1)/model,nodes,$(SIM)/nodes_$(1)/nodes.yaml,\
	$(SIM_OBJ)/model/nodes_$(1).o)

$(call sim_plain,many_$(1)_model,nodes_sim,\
	$(NODES_V) $(SIM)/nodes_$(1)/nodes_sim.v $(SIM)/nodes_$(1)/model/nodes.v,-y rtl,\
	$(SIM_OBJ)/model/nodes_$(1).o $(SIM_MODEL_OBJ))
endef
$(foreach count,1 4 16 64,$(eval $(call sim_nodes,$(count))))

# headends on three chips, each a model of its own: $(1) wires
CHIPS_TOPS := chips_center chain_chip_middle chain_chip_outer
define sim_chips
$(SIM)/chips_$(1)/chain/chain.v: tests/sim/chips/chain.yaml $(GNOMON_GEN)
	$$(call say,GEN,$$@)
	$$(Q)rm -rf $$(@D) && mkdir -p $$(@D)
	$$(Q)sed 's/wires: 1/wires: $(1)/' $$< > $$(@D).yaml
	$$(Q)$(GNOMON_GEN) $$(@D).yaml -o $$(@D) > /dev/null 2>&1

$(foreach top,$(CHIPS_TOPS),$(call sim_model,chips_$(1)/$(top),$(top),\
	$(if $(findstring center,$(top)),$(SIM_BRIDGE_V) tests/sim/chips/chips_center.v) \
	$(SIM)/chips_$(1)/chain/chain.v,-y rtl -Irtl \
	$(if $(findstring center,$(top)),-GWIRES=$(1)))
$(SIM_OBJ)/chips_$(1)/$(top)/V$(top)__ALL.a: $(RTL)
)
$(SIM_OBJ)/chips_$(1)/main.o: tests/sim/chips/main.cpp \
		$(foreach top,$(CHIPS_TOPS),$(SIM_OBJ)/chips_$(1)/$(top)/V$(top)__ALL.a)
	$$(call say,CXX,$$@)
	$$(Q)$$(CXX) $$(SIM_CXXFLAGS) -Wall -Wextra -DVM_TRACE=0 -DWIRES=$(1) -Isim/bridge \
		$(foreach top,$(CHIPS_TOPS),-I$(SIM_OBJ)/chips_$(1)/$(top)) $$(sim_include) \
		-c -o $$@ $$<

$(SIM)/chips_$(1)/chips: $(SIM_OBJ)/chips_$(1)/main.o $(SIM_BRIDGE_LINK) $(call bridge_runtime,)
	$$(call say,LINK,$$@)
	$$(Q)$$(CXX) -o $$@ $$(filter %.o,$$^) \
		$(foreach top,$(CHIPS_TOPS),$(SIM_OBJ)/chips_$(1)/$(top)/V$(top)__ALL.a) \
		$(LIBGNOMON_A) $(HOST_LIBS) -pthread
endef
CHIPS_WIRES := 1 8
$(foreach wires,$(CHIPS_WIRES),$(eval $(call sim_chips,$(wires))))

# $(1) wires
chips_test = $(SIM_TEST) tests/sim/chips/test_chips.py $(SIM)/chips_$(1)/chips $(1) \
	$(SIM)/chips_$(1)/chain/manifest.json $(BUILD)/tests/sim

.PHONY: needs-sim-chips check-sim-chips
needs-sim-chips: $(SIM)/chips_8/chips $(GNOMON)
check-sim-chips: needs-sim-chips
	$(Q)mkdir -p $(BUILD)/tests/sim
	$(Q)$(call chips_test,8)

# with 64 nodes the compiler takes some minutes: make check-sim-nodes NODES=64; $(1) simulator, $(2)
# folder of the manifest
NODES ?= 4
nodes_test = $(SIM_TEST) tests/sim/nodes/test_nodes.py $(SIM)/many_$(1) \
	$(SIM)/nodes_$(2)/manifest.json $(BUILD)/tests/sim

.PHONY: needs-sim-nodes check-sim-nodes
needs-sim-nodes: $(SIM)/many_$(NODES) $(SIM)/many_16_model $(GNOMON)
check-sim-nodes: needs-sim-nodes
	$(Q)mkdir -p $(BUILD)/tests/sim
	$(Q)$(call nodes_test,$(NODES),$(NODES)/out)
	$(Q)$(call nodes_test,16_model,16/model)

# More nodes, wires of one bit, and more refreshes of the times of boards.
.PHONY: needs-sim-long check-sim-long
needs-sim-long: $(GNOMON) $(GNOMON_GEN) $(LIBGNOMON_SO)
needs-sim-long: $(SIM)/many_16 $(SIM)/many_64_model $(SIM)/chips_1/chips needs-sim-boards
check-sim-long: needs-sim-long
	$(Q)mkdir -p $(BUILD)/tests/sim
	$(Q)$(RUN_TEST) tests/sim/run/test_init_all.py $(RUN_ARGUMENTS)
	$(Q)$(call nodes_test,16,16/out)
	$(Q)$(call nodes_test,64_model,64/model)
	$(Q)$(call chips_test,1)
	$(Q)mkdir -p $(BUILD)/tests/sim/boards_long
	$(Q)$(BOARDS_TEST)/test_merged.py $(BOARDS_BUILT) $(GNOMON) $(BUILD)/tests/sim/boards
	$(Q)$(BOARDS_TEST)/test_sync.py $(BOARDS_BUILT) $(BUILD)/tests/sim/boards_long 60

# boards on a desk
.PHONY: needs-sim-boards check-sim-boards
needs-sim-boards: needs-farm
BOARDS_TEST = $(RUN_TEST) tests/sim/boards
BOARDS_BUILT := $(SIM)/boards_1/boards $(SIM)/boards_1/out/manifest.json
check-sim-boards: needs-sim-boards
	$(Q)mkdir -p $(BUILD)/tests/sim/boards
	$(Q)$(BOARDS_TEST)/test_boards.py $(BOARDS_BUILT) $(GNOMON) $(BUILD)/tests/sim/boards
	$(Q)$(BOARDS_TEST)/test_merged.py $(BOARDS_BUILT) $(GNOMON) $(BUILD)/tests/sim/boards
	$(Q)$(BOARDS_TEST)/test_orders.py $(BOARDS_BUILT) $(GNOMON) $(BUILD)/tests/sim/boards
	$(Q)$(BOARDS_TEST)/test_clocks.py $(BOARDS_BUILT) $(GNOMON) $(BUILD)/tests/sim/boards
	$(Q)$(BOARDS_TEST)/test_sync.py $(BOARDS_BUILT) $(BUILD)/tests/sim/boards 3
	$(Q)$(BOARDS_TEST)/test_farm.py $(BUILD) $(BUILD)/tests/sim/farm

# a device that never answers
$(eval $(call sim_plain,mute,mute,$(SIM_BRIDGE_V) tests/sim/run/mute.v,))

# a testbench without C++, linked with the static library
BLINKER_V  := sim/blinker/blinker.v sim/blinker/blinker_sim.v $(SIM)/counter/counter.v
BRIDGE_CPP := $(SIM_BRIDGE_C) sim/bridge/gnomon_bridge_verilator.cpp
BRIDGE_USE := $(wildcard sim/bridge/*.h) $(LIBGNOMON_A)
# waveforms in FST: Verilator's library of them is linked beside that in libgnomon
$(SIM)/blinker_binary/blinker_tb: sim/blinker/blinker_tb.v $(BLINKER_V) $(SIM_BRIDGE_V) \
		$(BRIDGE_CPP) $(BRIDGE_USE) $(RTL)
	$(call say,BINARY,$@)
	$(Q)mkdir -p $(@D) && rm -f $@
	$(Q)$(VERILATOR) --trace-fst --binary --top-module blinker_tb -Mdir $(@D) -o blinker_tb \
		-y rtl -Irtl sim/blinker/blinker_tb.v $(BLINKER_V) $(SIM_BRIDGE_V) \
		$(abspath $(BRIDGE_CPP)) -CFLAGS "-DVL_USER_FINISH -I$(abspath host/include)" \
		-LDFLAGS "$(abspath $(LIBGNOMON_A)) $(HOST_LIBS)" > $(@D)/make.log 2>&1 || \
		{ cat $(@D)/make.log; exit 1; }

# what docs/start/testbench.md builds: by `gnomon sim`, linked with the shared library
SIM_LISTS := $(GNOMON) sim
SIM_LISTED := $(wildcard host/cli/sim/*.c sim/bridge/*) $(RTL)
SIM_LINKED := $(GNOMON) $(LIBGNOMON_SO)
BLINKER_OWN := sim/blinker/blinker_sim.v sim/blinker/blinker.v

# $(1) name, $(2) Verilator, $(3) form, $(4) folder of the monitor, $(5) files of one's own
define sim_listed
$(SIM)/$(1)/$(1): $(5) $(SIM)/$(4).made $(SIM_LISTED) | $(SIM_LINKED)
	$$(call say,VERILATE,$$@)
	$$(Q)mkdir -p $$(@D) && rm -f $$@
	$$(Q)$(2) $$$$($(SIM_LISTS) $(3) $(SIM)/$(4)) $(abspath $(5)) -Mdir $$(@D) -o $(1) \
		> $$(@D)/make.log 2>&1 || { cat $$(@D)/make.log; exit 1; }
endef
$(eval $(call sim_listed,blinker_newer,$(VERILATOR_NEWER),--binary,counter,\
	sim/blinker/blinker_tb.v $(BLINKER_OWN)))
$(eval $(call sim_listed,blinker_cpp,$(VERILATOR),--verilator --model,model/counter,\
	$(BLINKER_OWN) tests/sim/run/main.cpp))

# the bridge for Icarus Verilog, and its simulations: $(1) testbench
$(SIM)/icarus/gnomon_bridge.vpi: $(SIM_LISTED) | $(SIM_LINKED)
	$(call say,VPI,$@)
	$(Q)mkdir -p $(@D)
	$(Q)words=$$($(SIM_LISTS) --vpi) && cd $(@D) && iverilog-vpi $$words > make.log 2>&1 || \
		{ cat make.log; exit 1; }

define sim_icarus
$(SIM)/icarus/$(basename $(notdir $(1))).vvp: $(1) $(BLINKER_OWN) $(SIM)/counter.made \
		$(SIM_LISTED) | $(SIM_LINKED)
	$$(call say,IVERILOG,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)iverilog -s $(basename $(notdir $(1))) -o $$@ \
		$$$$($(SIM_LISTS) --icarus $(SIM)/counter) $(1) $(BLINKER_OWN)
endef
$(foreach tb,sim/blinker/blinker_tb.v $(addprefix tests/sim/run/,two_tb.v unknown_tb.v),\
	$(eval $(call sim_icarus,$(tb))))

# the most memory that a command has
$(SIM)/peak: tests/sim/run/peak.c
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) -o $@ $<

# what the tests of tests/sim/run need
SIM_RUNS := $(SIM)/blinker $(SIM)/blinker_model $(SIM)/blinker_wide \
	$(SIM)/blinker_entries $(SIM)/blinker_entries_model \
	$(SIM)/blinker_lines $(SIM)/blinker_lines_model \
	$(SIM)/blinker_binary/blinker_tb $(SIM)/blinker_newer/blinker_newer $(SIM)/mute \
	$(SIM)/icarus/gnomon_bridge.vpi $(SIM)/icarus/blinker_tb.vvp $(SIM)/icarus/two_tb.vvp \
	$(SIM)/icarus/unknown_tb.vvp $(SIM)/blinker_cpp/blinker_cpp \
	$(SIM)/soc_bytes $(addprefix $(SIM)/programs/,matmul.elf events.elf) $(SIM)/peak $(GNOMON)

# cocotb: ./setup fpga brings it
$(SIM)/cocotb/traffic_monitor/traffic_monitor.v: tests/sim/cocotb/traffic.yaml $(GNOMON_GEN)
	$(call say,GEN,$@)
	$(Q)rm -rf $(@D) && mkdir -p $(@D)
	$(Q)$(GNOMON_GEN) $< -o $(@D) > /dev/null

SIM_COCOTB := $(SIM)/cocotb/traffic_monitor/traffic_monitor.v $(SIM)/icarus/gnomon_bridge.vpi
.PHONY: needs-sim-cocotb check-sim-cocotb
needs-sim-cocotb: $(SIM_COCOTB)
check-sim-cocotb: needs-sim-cocotb
	$(Q)mkdir -p $(BUILD)/tests/sim
	$(Q)$(SIM_TEST) tests/sim/cocotb/run.py $(GNOMON) $(SIM) $(BUILD)/tests/sim \
		> $(BUILD)/tests/sim/cocotb.log 2>&1 || \
		{ cat $(BUILD)/tests/sim/cocotb.log; exit 1; }
	$(Q)tail -n 1 $(BUILD)/tests/sim/cocotb.log

.PHONY: needs-sim-run check-sim-run
needs-sim-run: $(SIM_RUNS)
check-sim-run: needs-sim-run
	$(Q)$(RUN_TEST) tests/sim/run/test_run.py $(RUN_ARGUMENTS)
	$(Q)$(RUN_TEST) tests/sim/run/test_plusargs.py $(RUN_ARGUMENTS)
	$(Q)$(RUN_TEST) tests/sim/run/test_places.py $(RUN_ARGUMENTS)
	$(Q)$(RUN_TEST) tests/sim/run/test_model.py $(RUN_ARGUMENTS)
	$(Q)$(RUN_TEST) tests/sim/run/test_entries.py $(RUN_ARGUMENTS)
	$(Q)$(RUN_TEST) tests/sim/run/test_reset.py $(RUN_ARGUMENTS)
	$(Q)$(RUN_TEST) tests/sim/run/test_unknown.py $(RUN_ARGUMENTS)
	$(Q)$(RUN_TEST) tests/sim/run/test_long.py $(RUN_ARGUMENTS)
	$(Q)$(RUN_TEST) tests/sim/run/test_lists.py $(RUN_ARGUMENTS)
	$(Q)$(RUN_TEST) tests/sim/run/test_init.py $(RUN_ARGUMENTS)

#@ make long   a run of LONG_CYCLES (a billion) in a simulation: memory, and what is recorded
LONG_CYCLES ?= 1000000000
.PHONY: long
long: $(SIM)/blinker $(SIM)/blinker_model $(SIM)/peak $(GNOMON)
	$(Q)LONG_CYCLES=$(LONG_CYCLES) $(RUN_TEST) tests/sim/run/test_long.py $(RUN_ARGUMENTS) long

$(SIM_OBJ)/check_truth: tests/sim/check_truth.c $(SIM_OBJ)/harness/truth.o sim/harness/truth.h
	$(call say,CC,$@)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(WARN) -Isim/harness -o $@ $(filter %.c %.o,$^) \
		$$($(PKGCONFIG) --cflags --libs check)

# The model knows the target, not its taps, and this test four nodes that measure the same:
# tests/system has tests of the others.
MODELLED := $(filter-out $(SIM)/soc_taps $(SIM)/soc_capture,$(SOC_SIMULATORS))

$(BUILD)/tests/sim/hostile.elf: tests/sim/hostile.c $(PROGRAM_NEEDS)
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(call link_program,-Isim/programs)

# what test_table1.py needs beside the experiment
$(BUILD)/tests/sim/central.elf: tests/sim/table1/central.c $(TIMES_NEEDS)
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(call link_times,-Isim/programs)

# the golden numbers of gnomon_clock.h, in the target's arithmetic
$(BUILD)/tests/sim/golden.elf: tests/sim/cmstar/golden.c $(PROGRAM_NEEDS) \
		tests/host/program/target/clock_golden.h
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(call link_program,-Isim/programs)

# the REPORT line, in windows of 32 and of 8 bits
$(addprefix $(BUILD)/tests/sim/,report.elf report_narrow.elf): tests/sim/report.c $(TIMES_NEEDS)
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(call link_times,-Isim/programs $(if $(findstring narrow,$@),-DSOC_WINDOW_BYTES=1))

# what test_times.py needs
SIM_TIMES := $(addprefix $(BUILD)/tests/sim/,report.elf report_narrow.elf) \
	$(addprefix $(SIM)/,soc_bare soc_times soc_times_narrow) \
	$(addprefix $(SIM)/programs/,times.elf times_narrow.elf matmul.elf events.elf)

.PHONY: check-sim needs-sim
needs-sim: needs-table1 needs-fileserver needs-cmstar needs-dash needs-sim-run needs-sim-nodes \
	needs-sim-chips needs-sim-boards needs-sim-cocotb needs-sim-litex $(SIM)/wide \
	$(MODEL) $(MODELLED) $(SOC_PROGRAMS) \
	$(SIM)/programs/events_id.elf $(addprefix $(SIM)/,echo echo_uart) $(SIM_OBJ)/check_truth \
	$(addprefix $(BUILD)/tests/sim/,hostile.elf central.elf golden.elf) $(SIM_TIMES)
check-sim: needs-sim lint-sim check-sim-run check-sim-nodes check-sim-chips check-sim-boards \
	check-sim-cocotb check-sim-litex
	$(Q)$(SIM_OBJ)/check_truth
	$(Q)$(SIM_TEST) tests/sim/wide/test_wide.py $(GNOMON) $(SIM)/wide \
		$(SIM)/wide_monitor/manifest.json $(BUILD)/tests/sim/wide
	$(Q)$(SIM_TEST) tests/sim/test_soc.py $(SIM)/soc_bare $(SIM)/programs $(BUILD)/tests/sim
	$(Q)$(SIM_TEST) tests/sim/test_times.py $(SIM) $(SIM_OBJ) $(SIM)/programs \
		$(BUILD)/tests/sim
	$(Q)$(RUN_TEST) tests/sim/table1/test_table1.py $(BUILD) $(BUILD)/tests/sim/table1
	$(Q)$(RUN_TEST) tests/sim/table1/test_far.py $(BUILD) $(BUILD)/tests/sim/table1_far
	$(Q)$(RUN_TEST) tests/sim/table1/test_stores.py $(BUILD) $(BUILD)/tests/sim/table1_stores
	$(Q)PYTHONPATH=tests/sim:python $(SIM_TEST) tests/sim/cmstar/test_cmstar.py $(BUILD) \
		$(BUILD)/tests/sim/cmstar
	$(Q)$(RUN_TEST) tests/sim/dash/test_dash.py $(BUILD) $(BUILD)/tests/sim/dash
	$(Q)$(RUN_TEST) tests/sim/test_fileserver.py $(BUILD) $(BUILD)/tests/sim
	$(Q)$(SIM_TEST) tests/sim/test_bridge.py $(SIM)/echo $(SIM)/echo_uart $(BUILD)/tests/sim
	$(Q)$(SIM_TEST) tests/sim/test_hostile.py $(SIM)/soc_bare $(SIM)/soc_bytes $(SIM)/echo \
		$(BUILD)/tests/sim/hostile.elf $(BUILD)/tests/sim
	$(Q)$(SIM_TEST) tests/sim/test_blinker.py $(SIM)/blinker $(SIM)/counter/manifest.json
	$(Q)$(SIM_TEST) tests/sim/test_blinker.py $(SIM)/blinker_wide \
		$(SIM)/counter_wide/manifest.json
	$(Q)$(SIM_TEST) tests/sim/test_blinker.py $(SIM)/blinker_model \
		$(SIM)/model/counter/manifest.json
	$(Q)$(SIM_TEST) tests/sim/test_monitor.py $(MODEL) $(SIM)/programs $(BUILD)/tests/sim \
		$(MODELLED)
