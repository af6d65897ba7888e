# SPDX-License-Identifier: Apache-2.0
# Tests of `gnomon attach`: `make check-attach`. One simulator has the design without a monitor,
# with the module around it, and as the netlist of the open form.

ATTACH       := $(BUILD)/tests/attach
ATTACH_FILES := $(wildcard attach/*.py) boards/tool/say.py boards/tool/made.py \
	boards/tool/tools.py tests/attach/monitor.yaml $(wildcard tests/attach/design/*)
ATTACH_TEST  := PATH="$$PATH:$(abspath $(VENV))/bin" BUILD=$(BUILD) $(PY) -B
ATTACH_CORE  := $(GNOMON) attach --top core_top --file-list tests/attach/design/core.f

$(ATTACH)/wrapper/core_top_gnomon.f: $(ATTACH_FILES) $(GNOMON) $(GNOMON_GEN)
	$(call say,ATTACH,$@)
	$(Q)$(ATTACH_CORE) -o $(@D) --bridge --hold '!rst_n' tests/attach/monitor.yaml > /dev/null

$(ATTACH)/open/core_top_open.v: $(ATTACH_FILES) $(GNOMON) $(GNOMON_GEN)
	$(call say,ATTACH,$@)
	$(Q)mkdir -p $(@D)
	$(Q)PATH="$$PATH:$(abspath $(VENV))/bin" $(ATTACH_CORE) -o $(@D) --form open \
		--name core_top_open tests/attach/monitor.yaml > /dev/null 2> $(@D).log || \
		{ cat $(@D).log; exit 1; }

$(ATTACH)/core_tb: tests/attach/core_tb.sv $(ATTACH)/wrapper/core_top_gnomon.f \
		$(ATTACH)/open/core_top_open.v $(BRIDGE_CPP) $(BRIDGE_USE) $(RTL) $(LIBGNOMON_SO)
	$(call say,BINARY,$@)
	$(Q)$(VERILATOR) $$($(GNOMON) sim --binary $(ATTACH)/wrapper/monitor) -Mdir $(@D)/obj \
		-o ../core_tb --top-module core_tb -f $(ATTACH)/wrapper/core_top_gnomon.f \
		$(ATTACH)/open/core_top_open.v tests/attach/core_tb.sv > $(@D)/make.log 2>&1 || \
		{ cat $(@D)/make.log; exit 1; }

.PHONY: needs-attach check-attach
needs-attach: $(ATTACH)/core_tb $(GNOMON) $(GNOMON_GEN)

check-attach: needs-attach
	$(Q)$(ATTACH_TEST) tests/attach/test_forms.py $(ATTACH)/core_tb $(ATTACH)/forms
	$(Q)$(ATTACH_TEST) tests/attach/test_bad.py $(ATTACH)/bad
	$(Q)$(ATTACH_TEST) tests/attach/test_parts.py $(ATTACH)/parts
	$(Q)$(ATTACH_TEST) tests/attach/test_resets.py $(ATTACH)/resets
	$(Q)$(ATTACH_TEST) tests/attach/test_build.py $(ATTACH)/board
	$(Q)$(ATTACH_TEST) tests/attach/test_examples.py $(EXAMPLES) $(EXAMPLE_ELF) picorv32

# The examples: $(1) name, $(2) package, $(3) top, $(4) retired instruction, $(5) its address, $(6)
# the folder of the program, where it has one of its own. The lists of files have the folder of the
# package as $CPU.
EXAMPLES     := $(BUILD)/tests/attach/examples
EXAMPLE_ELF  := $(BUILD)/examples/work.elf
example_cpu   = $(abspath $(firstword $(wildcard \
	$(VENV)/lib/python3*/site-packages/pythondata_cpu_$(1))))

$(EXAMPLE_ELF): examples/program/start.S examples/program/work.c examples/program/link.ld
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(RISCV)gcc $(RISCV_CFLAGS) -march=rv32i -O1 -Wl$(comma)--no-warn-rwx-segments \
		-T examples/program/link.ld -o $@ $(filter %.S %.c,$^)

$(BUILD)/examples/program.hex: $(EXAMPLE_ELF)
	$(Q)mkdir -p $(@D)
	$(Q)$(RISCV)objcopy -O verilog --verilog-data-width=4 $< $@

# that of 64 bits, where Rocket's boot ROM goes on
ROCKET_ELF := $(BUILD)/examples/rocket/work.elf
$(ROCKET_ELF): examples/rocket/start.S examples/program/work.c examples/rocket/link.ld
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(RISCV)gcc $(RISCV_CFLAGS) -march=rv64imac_zicsr -mabi=lp64 -mcmodel=medany -O1 \
		-Wl$(comma)--no-warn-rwx-segments -T $(filter %.ld,$^) -o $@ $(filter %.S %.c,$^)

$(BUILD)/examples/rocket/program.hex: $(ROCKET_ELF)
	$(Q)$(RISCV)objcopy -O verilog --verilog-data-width=8 --change-addresses=-0x10000000 $< $@

define attach_example
$(EXAMPLES)/$(1)/sim: $(ATTACH_FILES) $(GNOMON) $(GNOMON_GEN) examples/tb.sv $(RTL) \
		$(BRIDGE_CPP) $(BRIDGE_USE) $(LIBGNOMON_SO) \
		$(BUILD)/examples/$(6)program.hex $(wildcard examples/$(1)/* examples/program/*)
	$$(call say,EXAMPLE,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)cp $(BUILD)/examples/$(6)program.hex $$(@D)
	$$(Q)export CPU=$$(call example_cpu,$(2)); $(GNOMON) attach --top $(3) \
		-f examples/$(1)/files.f -o $$(@D) --bridge --hold rst examples/$(1)/monitor.yaml \
		> /dev/null && \
	$(VERILATOR) $$$$($(GNOMON) sim --binary $$(@D)/monitor) \
		-Mdir $$(@D)/obj -o ../sim --top-module tb -Wno-fatal -Wno-lint -DTOP=$(3) \
		-DRETIRED=$(4) -DPC=$(5) -f $$(@D)/$(3)_gnomon.f examples/tb.sv \
		> $$(@D)/make.log 2>&1 || { cat $$(@D)/make.log; exit 1; }
endef
$(eval $(call attach_example,picorv32,picorv32,pico_soc,cpu.rvfi_valid,cpu.rvfi_pc_rdata))
$(eval $(call attach_example,serv,serv,serv_soc,cpu.cpu.rvfi_valid,cpu.cpu.rvfi_pc_rdata))
$(eval $(call attach_example,vexriscv,vexriscv,vex_soc,cpu.lastStageIsFiring,cpu.lastStagePc))
IBEX_RVFI := core[0].cpu.rvfi_
IBEX_1    := -DRETIRED_1=core[1].cpu.rvfi_valid -DPC_1=core[1].cpu.rvfi_pc_rdata
$(eval $(call attach_example,ibex,ibex,ibex_soc,$(IBEX_RVFI)valid,$(IBEX_RVFI)pc_rdata $(IBEX_1)))
CVA5_PC := cpu.cpu.decode_and_issue_block.issue.pc
$(eval $(call attach_example,cva5,cva5,cva5_soc,cpu.cpu.instruction_issued,$(CVA5_PC)))
ROCKET_WB := cpu.tile_prci_domain.tile_reset_domain_tile.core.wb_
$(eval $(call attach_example,rocket,rocket,rocket_soc,$(ROCKET_WB)valid,$(ROCKET_WB)reg_pc,rocket/))
EXAMPLES_LONG := serv vexriscv ibex cva5

.PHONY: needs-attach-long check-attach-long
needs-attach: $(EXAMPLES)/picorv32/sim
needs-attach-long: $(EXAMPLES_LONG:%=$(EXAMPLES)/%/sim) $(EXAMPLES)/rocket/sim
check-attach-long: needs-attach-long
	$(Q)$(ATTACH_TEST) tests/attach/test_examples.py $(EXAMPLES) $(EXAMPLE_ELF) $(EXAMPLES_LONG)
	$(Q)$(ATTACH_TEST) tests/attach/test_examples.py $(EXAMPLES) $(ROCKET_ELF) rocket

# mor1kx, in Icarus Verilog with cocotb
MOR1KX := $(EXAMPLES)/mor1kx
$(MOR1KX)/work.elf: examples/mor1kx/program.S
	$(call say,OR1K,$@)
	$(Q)mkdir -p $(@D)
	$(Q)or1k-elf-as -o $(@D)/program.o $<
	$(Q)or1k-elf-ld -Ttext=0 -e _start -o $@ $(@D)/program.o

$(MOR1KX)/program.hex: $(MOR1KX)/work.elf
	$(Q)or1k-elf-objcopy -O verilog --verilog-data-width=4 $< $@

$(MOR1KX)/mor1kx_soc_gnomon.sv: $(ATTACH_FILES) $(GNOMON) $(GNOMON_GEN) examples/program/memory.v \
		$(wildcard examples/mor1kx/*)
	$(call say,ATTACH,$@)
	$(Q)export CPU=$(call example_cpu,mor1kx); $(GNOMON) attach --top mor1kx_soc \
		-f examples/mor1kx/files.f -o $(@D) --bridge --hold rst \
		examples/mor1kx/monitor.yaml > /dev/null

needs-attach: $(MOR1KX)/mor1kx_soc_gnomon.sv $(MOR1KX)/program.hex $(SIM)/icarus/gnomon_bridge.vpi
.PHONY: check-attach-mor1kx
check-attach: check-attach-mor1kx
check-attach-mor1kx: needs-attach
	$(Q)$(ATTACH_TEST) tests/attach/mor1kx/run.py $(MOR1KX) $(call example_cpu,mor1kx) \
		$(SIM)/icarus > $(MOR1KX)/run.log 2>&1 || { cat $(MOR1KX)/run.log; exit 1; }
	$(Q)tail -n 1 $(MOR1KX)/run.log
