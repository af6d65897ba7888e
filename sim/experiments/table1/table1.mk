# SPDX-License-Identifier: Apache-2.0
# The experiment of Carpenter's Table 1: its simulators, and `make table1`. Included from sim.mk.

TABLE1     := sim/experiments/table1
TABLE1_OUT := $(BUILD)/table1

$(foreach row,table1 row4_stores,\
	$(eval $(call soc_simulators,soc_$(row),$(TABLE1)/monitors/quad_$(row).yaml)) \
	$(eval $(call sim_monitor,$(TABLE1)/monitors/quad_$(row).yaml)))

# the command that compiles a program of the target, for table1.py
$(TABLE1_OUT)/compile: $(TABLE1)/table1.mk sim/sim.mk
	$(Q)mkdir -p $(@D)
	$(Q)echo '$(RISCV)gcc $(RISCV_CFLAGS) -DSOC_CAPTURE -Ihost/target -Isim/programs' \
		'-Lsim/programs -T sim/programs/local.ld' > $@

.PHONY: needs-table1 table1
needs-table1: $(addprefix $(SIM)/soc_,bare table1 row4_stores) $(TABLE1_OUT)/compile $(GNOMON) \
		$(GNOMON_GEN)

# $(1) name of what is written, $(2) options
define table1_run
	$(Q)PYTHONDONTWRITEBYTECODE=1 $(PY) $(TABLE1)/table1.py --build $(BUILD) \
		--json $(TABLE1_OUT)/$(1).json --svg $(TABLE1_OUT)/$(1).svg $(2)

endef

#@ make table1   Carpenter's Table 1 with numbers, and again with a far bus;
#@               TABLE1_OPTIONS='--size 8 --rows 1,8,10'
TABLE1_OPTIONS ?=
# an access of the far bus takes three times as long as a local one; not where the options say which
# bus it is, or measure nothing, or name one place for all runs
TABLE1_ONCE := $(foreach option,--far --from --keep,$(findstring $(option),$(TABLE1_OPTIONS)))
table1:
	$(Q)./setup fpga
	$(Q)$(MAKE) --no-print-directory needs-table1
	$(call table1_run,table1,$(TABLE1_OPTIONS))
	$(if $(strip $(TABLE1_ONCE)),,$(call table1_run,table1_far,--far 12 $(TABLE1_OPTIONS)))
