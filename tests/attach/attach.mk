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
	$(Q)$(ATTACH_TEST) tests/attach/test_build.py $(ATTACH)/board
