# SPDX-License-Identifier: Apache-2.0
# The experiment of the DPM paper's file server: `make fileserver`. Included from sim.mk.

FILESERVER := $(BUILD)/fileserver

# the command that compiles the program, for fileserver.py
$(FILESERVER)/compile: sim/experiments/fileserver/fileserver.mk sim/sim.mk
	$(Q)mkdir -p $(@D)
	$(Q)echo '$(RISCV)gcc $(RISCV_CFLAGS) -Ihost/target -Isim/programs' \
		'-T sim/programs/soc.ld' > $@

.PHONY: needs-fileserver fileserver
needs-fileserver: $(SIM)/soc_pattern $(FILESERVER)/compile $(GNOMON)

#@ make fileserver  a server of four processes: do its events show the ways of its requests?
FILESERVER_OPTIONS ?=
fileserver:
	$(Q)./setup
	$(Q)$(MAKE) --no-print-directory needs-fileserver
	$(Q)PYTHONDONTWRITEBYTECODE=1 python3 sim/experiments/fileserver/fileserver.py \
		--build $(BUILD) $(FILESERVER_OPTIONS)
