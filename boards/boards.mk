# SPDX-License-Identifier: Apache-2.0
# Bitstreams of the boards' demos by the open tools, and the demos in simulation.
#
#   make boards                        all boards; BOARDS="icebreaker ulx3s" only those
#   $(BUILD)/sim/board_B               the demo of board B, with its pins, simulated

BOARD_NAMES := $(patsubst boards/%/board.yaml,%,$(sort $(wildcard boards/*/board.yaml)))
OTHER_TOOLS := $(patsubst boards/%/board.yaml,%,$(shell grep -l '^tools:' boards/*/board.yaml))
BOARDS      ?= $(filter-out $(OTHER_TOOLS),$(BOARD_NAMES))
DEMO        := $(BUILD)/boards/demo
DEMO_MADE   := $(DEMO)/demo.hex $(DEMO)/demo.elf $(DEMO)/picorv32.v $(DEMO)/blinker.v
DEMO_V      := $(DEMO)/picorv32.v $(DEMO)/blinker.v \
	$(filter-out %_top.v,$(sort $(wildcard boards/demo/*.v)))

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

# --- the demo of a board in simulation: $(1) board

board_value = $(shell sed -n 's/^$(2): *//p' boards/$(1)/board.yaml)
board_top   = $(basename $(notdir $(call board_value,$(1),top)))

define board_simulator
$(SIM)/boards/$(1)/monitor.v: boards/$(1)/monitor.yaml $(GNOMON_GEN)
	$$(call say,GEN,$$@)
	$$(Q)rm -rf $$(@D) && mkdir -p $$(@D)
	$$(Q)$(GNOMON_GEN) $$< -o $$(@D) > /dev/null

$(SIM)/boards/$(1)/divisor.vh: $(SIM)/boards/$(1)/monitor.v
	$$(Q)python3 -c 'import json, sys; \
		print("`define BOARD_DIVISOR", json.load(sys.stdin)["link"]["divisor"])' \
		< $$(@D)/manifest.json > $$@

$(call sim_plain,board_$(1),board_sim,\
	boards/sim/board.vlt $(SIM_BRIDGE_V) sim/bridge/gnomon_bridge_uart.v $(DEMO_V) \
	boards/demo/$(call board_top,$(1)).v boards/sim/board_sim.v $(SIM)/boards/$(1)/monitor.v,\
	-DRISCV_FORMAL -DBOARD_TOP=$(call board_top,$(1)) -I$(SIM)/boards/$(1) -y rtl -Irtl)
$(SIM_OBJ)/board_$(1)/Vboard_sim__ALL.a: $(RTL) $(SIM)/boards/$(1)/divisor.vh $(DEMO)/demo.hex
endef
$(foreach board,$(BOARD_NAMES),$(eval $(call board_simulator,$(board))))

.PHONY: install-boards
install-boards:
	cd boards && find . -name __pycache__ -prune -o -type f ! -name '*.mk' \
		! -path './sim/*' -exec install -D -m 644 '{}' "$(abspath $(DESTDIR)$(PREFIX))/share/gnomon/boards/{}" ';'

include tests/boards/boards.mk
