# SPDX-License-Identifier: Apache-2.0
# The experiment of Fleury's "Design of a Clock Synchronization Sub-system": a farm of eight boards,
# and `make farm`. Included from sim.mk.

FARM     := sim/experiments/farm
FARM_OUT := $(BUILD)/farm

.PHONY: needs-farm farm
needs-farm: $(SIM)/boards_1/boards $(GNOMON)

#@ make farm   eight boards with clocks of their own, on one time: order of messages, overhead
FARM_OPTIONS ?=
farm:
	$(Q)./setup fpga
	$(Q)$(MAKE) --no-print-directory needs-farm
	$(Q)mkdir -p $(FARM_OUT)
	$(Q)PYTHONDONTWRITEBYTECODE=1 $(PY) $(FARM)/farm.py --build $(BUILD) \
		--json $(FARM_OUT)/farm.json --svg $(FARM_OUT) $(FARM_OPTIONS)
