# SPDX-License-Identifier: Apache-2.0
# The one-node monitor of the marks, whole, over its pins (`make check`), and the bench
# (`make bench`).

ONE_NODE := $(BUILD)/bench/one_node

$(ONE_NODE)/one_node.v: tests/bench/one_node.yaml $(BUILD)/bin/gnomon-gen
	$(call say,GEN,$@)
	$(Q)rm -rf $(@D) && mkdir -p $(@D)
	$(Q)$(BUILD)/bin/gnomon-gen $< -o $(@D) > /dev/null

$(eval $(call sim_model,one_node,one_node,$(ONE_NODE)/one_node.v,-y rtl -Irtl))
$(SIM_OBJ)/one_node/Vone_node__ALL.a: $(RTL)

$(BUILD)/bench/check_one_node: tests/bench/one_node.cpp tests/bench/layout.h \
	$(SIM_OBJ)/one_node/Vone_node__ALL.a $(runtime_OBJ) $(LIBGNOMON)
	$(call say,CXX,$@)
	$(Q)$(CXX) $(SIM_CXXFLAGS) -Wall -Wextra -Werror -DVM_TRACE=0 -I$(SIM_OBJ)/one_node \
		-I$(ONE_NODE) -Ihost/include $(sim_include) \
		-o $@ $(filter-out %.h,$^) -pthread $(HOST_LIBS)

.PHONY: check-one-node
check-one-node: $(BUILD)/bench/check_one_node
	$(Q)for seed in 1 2 3 4 5 6 7 8; do $< $(ONE_NODE)/manifest.json $$seed \
		> $(BUILD)/bench/one_node.json || exit 1; done
	@echo "one node: every record as fed, over the UART's pins"
	@echo "8 passed, 0 failed"

# The time that patterns take to compile, and how many fit.
$(BUILD)/obj/bench_compile.o: tests/bench/bench_compile.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) $(HOST_CPP) -MMD -MP -c -o $@ $<

$(BUILD)/bin/bench-compile: $(BUILD)/obj/bench_compile.o $(LIBGNOMON)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(HOST_LIBS)

-include $(BUILD)/obj/bench_compile.d

bench-programs: $(BUILD)/bin/bench-compile \
	$(addprefix $(SIM)/programs/,events.elf datums.elf system.elf)
