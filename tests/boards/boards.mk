# SPDX-License-Identifier: Apache-2.0
# Tests of the boards: `make check-boards`. One board is built whole, the one whose build is
# shortest; `make boards` builds the others.

BOARD_SIMULATORS := $(addprefix $(SIM)/board_,$(BOARD_NAMES))
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
		-I$$(dir $$<) -y rtl -Irtl boards/sim/board.vlt $(DEMO_V) boards/demo/$(1).v $$<
	$$(Q)iverilog -g2005 -t null -DRISCV_FORMAL -s $(1) -I$$(dir $$<) -y rtl -Irtl \
		$(DEMO_V) boards/demo/$(1).v $$<
endef
$(foreach top,$(BOARD_TOPS),$(eval $(call lint_board_top,$(top))))

.PHONY: needs-boards check-boards
needs-boards: $(BOARD_SIMULATORS) $(GNOMON) $(DEMO_MADE) \
	$(foreach top,$(BOARD_TOPS),$(SIM)/boards/$(call board_of_top,$(top))/monitor.v)

check-boards: $(addprefix lint-board-,$(BOARD_TOPS)) needs-boards
	$(Q)$(BOARD_TEST) tests/boards/test_demo.py $(BOARD_NAMES)
	$(Q)$(BOARD_TEST) tests/boards/test_tools.py
	$(Q)$(BOARD_TEST) tests/boards/test_page.py
