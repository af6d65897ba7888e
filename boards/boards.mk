# SPDX-License-Identifier: Apache-2.0
# Bitstreams of the boards' demos by the open tools, and the demos in simulation.
#
#   make boards                        all boards; BOARDS="icebreaker ulx3s" only those
#   $(BUILD)/sim/board_B               the demo of board B, with its pins, simulated

# The interpreter of the scripts: the system's, whose modules setup installs, whatever environment
# is active
PYTHON ?= /usr/bin/python3
$(BUILD)/obj/host/cli/cmd_tools.o $(BUILD)/fuzz/obj/host/cli/cmd_tools.o: \
	HOST_CPP += -DGNOMON_PYTHON='"$(PYTHON)"'

BOARD_NAMES := $(patsubst boards/%/board.yaml,%,$(sort $(wildcard boards/*/board.yaml)))
OTHER_TOOLS := $(patsubst boards/%/board.yaml,%,$(shell grep -l '^tools:' boards/*/board.yaml))
BOARDS      ?= $(filter-out $(OTHER_TOOLS),$(BOARD_NAMES))
DEMO        := $(BUILD)/boards/demo
DEMO_MADE   := $(DEMO)/demo.hex $(DEMO)/demo.elf $(DEMO)/picorv32.v $(DEMO)/blinker.v \
	$(DEMO)/sdram.v
# what fits all monitors; demo_uart is found in its folder
DEMO_V      := $(DEMO)/picorv32.v $(DEMO)/blinker.v $(DEMO)/sdram.v \
	$(filter-out %_top.v boards/demo/demo_uart.v,$(sort $(wildcard boards/demo/*.v)))

# --- the program of the demo, and its processor

$(DEMO)/demo.elf: boards/demo/start.S boards/demo/demo.c boards/demo/demo.ld
	$(call say,RISCV,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(RISCV)gcc $(RISCV_CFLAGS) -march=rv32i -Os -Wl$(comma)--no-warn-rwx-segments \
		-T boards/demo/demo.ld -o $@ $(filter %.S %.c,$^) -lgcc

$(DEMO)/demo.hex: $(DEMO)/demo.elf
	$(Q)$(RISCV)objcopy -O verilog --verilog-data-width=4 $< $@

$(DEMO)/picorv32.v: $(PICORV32)
	$(Q)mkdir -p $(@D)
	$(Q)cp $< $@

$(DEMO)/blinker.v: sim/blinker/blinker.v
	$(Q)mkdir -p $(@D)
	$(Q)cp $< $@

.PHONY: demo-files
demo-files: $(DEMO_MADE)

# the first word of a value: each run of make takes many of them, and a process for each took long
board_value = $(patsubst $(2):%,%,$(filter $(2):%,\
	$(subst : ,:,$(file < boards/$(1)/board.yaml))))
board_top   = $(basename $(notdir $(call board_value,$(1),top)))
board_monitor = $(patsubst $(CURDIR)/%,%,$(abspath boards/$(1)/$(call board_value,$(1),monitor)))

# --- the controller of the boards whose top has an SDRAM; sdram.py refuses a second clock

SDRAM_BOARDS := $(foreach board,$(BOARD_NAMES),\
	$(if $(findstring sdram,$(call board_top,$(board))),$(board)))
SDRAM_CLOCK  := $(sort $(foreach board,$(SDRAM_BOARDS),\
	$(shell sed -n 's/^clock: *//p' boards/$(board)/board.yaml)))

$(DEMO)/sdram.v: boards/demo/sdram.py requirements/fpga.txt
	$(call say,PYTHON,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(PY) -B $< $(SDRAM_CLOCK) -o $@

# --- the boards whose top has an FT232H as link

FT245_BOARDS := $(foreach board,$(BOARD_NAMES),\
	$(if $(findstring ft245,$(call board_top,$(board))),$(board)))

# --- the boards whose UART shares its pins with the flash

FLASH_BOARDS := $(foreach board,$(BOARD_NAMES),\
	$(if $(findstring flash,$(call board_top,$(board))),$(board)))

# --- bitstreams: $(1) board

define board_bitstream
.PHONY: board-$(1)
board-$(1): $(GNOMON) $(GNOMON_GEN) $(DEMO_MADE)
	$$(call say,BOARD,$(1))
	$$(Q)PATH="$$$$PATH:$$(abspath $(VENV))/bin" $(GNOMON) build --board $(1) \
		--demo $(DEMO) -o $(BUILD)/boards/$(1) $(BUILD_OPTIONS)
endef
$(foreach board,$(BOARD_NAMES),$(eval $(call board_bitstream,$(board))))

#@ make boards   build the bitstreams of the boards' demos; BOARDS="icebreaker ..." of some
.PHONY: boards
boards:
	$(Q)./setup fpga
	$(Q)for board in $(BOARDS); do \
		$(MAKE) --no-print-directory board-$$board || exit 1; done

# --- the demo of a board in simulation: $(1) simulator, $(2) board, $(3) description

define board_simulator
$(SIM)/boards/$(1)/monitor.v: $(3) $(GNOMON_GEN)
	$$(call say,GEN,$$@)
	$$(Q)rm -rf $$(@D) && mkdir -p $$(@D)
	$$(Q)$(GNOMON_GEN) $$< -o $$(@D) > /dev/null

$(SIM)/boards/$(1)/board.vh: $(SIM)/boards/$(1)/monitor.v
	$$(Q)python3 -c 'import json, sys; manifest = json.load(sys.stdin); \
		print("`define BOARD_DIVISOR", manifest["link"].get("divisor", 0)); \
		print("`define BOARD_KHZ", manifest["clock_hz"] // 1000); \
		print("`define BOARD_SLOTS_LOG2", manifest["slots_log2"])' \
		< $$(@D)/manifest.json > $$@

$(call sim_plain,board_$(1),board_sim,\
	boards/sim/board.vlt $(SIM_BRIDGE_V) sim/bridge/gnomon_bridge_uart.v $(DEMO_V) \
	boards/demo/$(call board_top,$(2)).v boards/sim/board_sim.v $(SIM)/boards/$(1)/monitor.v \
	$(if $(filter $(2),$(SDRAM_BOARDS)),boards/sim/sdram_model.v) \
	$(if $(filter $(2),$(FT245_BOARDS)),boards/sim/ft245_model.v),\
	$(if $(filter $(2),$(SDRAM_BOARDS)),-DBOARD_SDRAM) \
	$(if $(filter $(2),$(FT245_BOARDS)),-DBOARD_FT245) \
	$(if $(filter $(2),$(FLASH_BOARDS)),-DBOARD_FLASH) -DRISCV_FORMAL \
	-DBOARD_TOP=$(call board_top,$(2)) -I$(SIM)/boards/$(1) -y rtl -Irtl -y boards/demo)
$(SIM_OBJ)/board_$(1)/Vboard_sim__ALL.a: $(RTL) $(SIM)/boards/$(1)/board.vh $(DEMO)/demo.hex \
	boards/demo/demo_uart.v
endef
$(foreach board,$(BOARD_NAMES),$(eval $(call \
	board_simulator,$(board),$(board),$(call board_monitor,$(board)))))

.PHONY: install-boards
install-boards:
	find boards -name __pycache__ -prune -o -type f ! -name '*.mk' \
		! -path 'boards/sim/*' -print | while read -r file; do \
			install -D -m 644 $$file $(call to,share/gnomon/$$file) || exit 1; done

include tests/boards/boards.mk
