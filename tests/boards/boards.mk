# SPDX-License-Identifier: Apache-2.0
# Tests of the boards: `make check-boards`. One board is built whole, the one whose build is
# shortest; `make boards` builds the others.

# One board of those with the same top and the same description, the one whose own it is: to the
# simulator they are the same.
board_key       = $(call board_top,$(1)):$(call board_monitor,$(1))
OWN_BOARDS      := $(foreach board,$(BOARD_NAMES),\
	$(if $(filter monitor.yaml,$(call board_value,$(board),monitor)),$(board)))
OWN_KEYS        := $(foreach board,$(OWN_BOARDS),$(call board_key,$(board)))
SIMULATED       := $(OWN_BOARDS) $(foreach board,$(filter-out $(OWN_BOARDS),$(BOARD_NAMES)),\
	$(if $(filter $(OWN_KEYS),$(call board_key,$(board))),,$(board)))

# Those of the page, whose commands test_page.py runs, and the first of each other top are in
# check-boards, the others are in check-boards-long.
PAGE_BOARDS     := $(shell sed -n 's/.*make boards BOARDS=//p' docs/start/board.md)
PAGE_TOPS       := $(foreach board,$(PAGE_BOARDS),$(call board_top,$(board)))
FIRST_BOARDS    := $(PAGE_BOARDS) $(foreach board,$(SIMULATED),\
	$(if $(filter $(PAGE_TOPS),$(call board_top,$(board))),,$(if $(filter $(board),$(firstword \
	$(foreach other,$(SIMULATED),$(if $(filter $(call board_top,$(board)),\
		$(call board_top,$(other))),$(other))))),$(board))))
OTHER_BOARDS    := $(filter-out $(FIRST_BOARDS),$(SIMULATED))

# B_small: board B with 4096 slots in its SDRAM
SMALL_BOARDS     := $(addsuffix _small,$(SDRAM_BOARDS))
BOARD_SIMULATORS := $(addprefix $(SIM)/board_,$(FIRST_BOARDS) $(SMALL_BOARDS))
BOARD_TOPS       := $(sort $(foreach board,$(BOARD_NAMES),$(call board_top,$(board))))
BOARD_TEST       := BUILD=$(BUILD) RISCV=$(RISCV) PYTHONDONTWRITEBYTECODE=1 \
	PYTHONPATH=tests/sim:tests/system/lib PATH="$$PATH:$(abspath $(VENV))/bin" python3

# a monitor that fits the top: $(1) top
board_of_top = $(firstword $(foreach board,$(BOARD_NAMES),\
	$(if $(filter $(1),$(call board_top,$(board))),$(board))))

define lint_board_top
.PHONY: lint-board-$(1)
lint-board-$(1): $(SIM)/boards/$(call board_of_top,$(1))/monitor.v $(DEMO_MADE)
	$$(Q)$(VERILATOR) --lint-only -Wall --timescale 1ns/1ps -DRISCV_FORMAL --top-module $(1) \
		-I$$(dir $$<) -y rtl -Irtl -y boards/demo boards/sim/board.vlt \
		$(DEMO_V) boards/demo/$(1).v $$<
	$$(Q)iverilog -g2005 -t null -DRISCV_FORMAL -s $(1) -I$$(dir $$<) -y rtl -Irtl \
		-y boards/demo $(DEMO_V) boards/demo/$(1).v $$<
endef
$(foreach top,$(BOARD_TOPS),$(eval $(call lint_board_top,$(top))))

define small_board
$(SIM)/boards/$(1)_small.yaml: boards/$(1)/monitor.yaml
	$$(Q)mkdir -p $$(@D)
	$$(Q)sed 's/slots: [0-9]*/slots: 4096/' $$< > $$@
$(call board_simulator,$(1)_small,$(1),$(SIM)/boards/$(1)_small.yaml)
endef
$(foreach board,$(SDRAM_BOARDS),$(eval $(call small_board,$(board))))

# the controller and the adapter in front of the SDRAM's model
$(BUILD)/tests/boards/memory/Vbench_memory: tests/boards/bench_memory.v boards/sim/board.vlt \
		boards/demo/demo_memory.v boards/sim/sdram_model.v $(DEMO)/sdram.v \
		tests/rtl/fixture/bench.vh tests/rtl/fixture/bench_end.vh
	$(call say,VERILATE,$(@F))
	$(Q)mkdir -p $(@D)
	$(Q)$(VERILATOR) --binary --timing --top-module bench_memory -Mdir $(@D) -O3 \
		-Wno-fatal -Wno-lint --timescale 1ns/1ps \
		-Itests/rtl/fixture $(filter %.vlt %.v,$^) > $(@D)/make.log || \
		{ cat $(@D)/make.log; exit 1; }

.PHONY: check-boards-memory
check-boards-memory: $(BUILD)/tests/boards/memory/Vbench_memory
	$(Q)$< +verilator+seed+1 | tee $(<D)/log
	$(Q)grep -q '^PASS' $(<D)/log

.PHONY: needs-boards check-boards needs-boards-long check-boards-long
needs-boards: $(BOARD_SIMULATORS) $(GNOMON) $(DEMO_MADE) \
	$(BUILD)/tests/boards/memory/Vbench_memory $(BUILD)/tests/usb/bed \
	$(foreach top,$(BOARD_TOPS),$(SIM)/boards/$(call board_of_top,$(top))/monitor.v)

check-boards: check-boards-memory $(addprefix lint-board-,$(BOARD_TOPS)) needs-boards
	$(Q)$(BOARD_TEST) tests/boards/test_demo.py $(FIRST_BOARDS) $(SMALL_BOARDS)
	$(Q)$(BOARD_TEST) tests/boards/test_tools.py
	$(Q)$(BOARD_TEST) tests/boards/test_build.py
	$(Q)$(BOARD_TEST) tests/boards/test_flash.py
	$(Q)$(BOARD_TEST) tests/boards/test_page.py

needs-boards-long: $(addprefix $(SIM)/board_,$(OTHER_BOARDS)) $(GNOMON) $(DEMO_MADE)

check-boards-long: needs-boards-long
	$(Q)$(BOARD_TEST) tests/boards/test_demo.py $(OTHER_BOARDS)
	$(Q)$(BOARD_TEST) tests/boards/test_tools.py long
