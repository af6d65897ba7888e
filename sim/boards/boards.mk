# SPDX-License-Identifier: Apache-2.0
# Simulators of boards on a desk, each with a clock of its own. Included from sim.mk.
#
#   $(BUILD)/sim/boards_N/boards         boards with a nominal clock of N MHz
#   $(BUILD)/sim/boards_N/manifest.json  of their monitor

BOARDS     := sim/boards
BOARDS_O   := $(addprefix $(SIM_OBJ)/boards/,host.o host_run.o host_poll.o host_answers.o options.o)
# what host_run.c sees of the library's own driver
BOARDS_WRAP := gno_thread_start pthread_join pthread_cond_wait pthread_cond_timedwait \
	gno_locale_enter gno_locale_leave gno_transport_find gno_device_time gno_patterns_live
BOARDS_CPP := -I. -I$(BOARDS) -Isim/harness

$(BOARDS_O): $(SIM_OBJ)/boards/%.o: $(BOARDS)/%.c
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) $(HOST_CPP) $(BOARDS_CPP) $(CFLAGS) $(WARN) -MMD -MP -c -o $@ $<

# $(1) MHz
define sim_boards
$(SIM)/boards_$(1)/board.yaml: $(BOARDS)/board.yaml
	$$(Q)mkdir -p $$(@D)
	$$(Q)sed 's/^clock: .*/clock: $(1) MHz/' $$< > $$@

$(call sim_generated,$(SIM)/boards_$(1)/out,board,$(SIM)/boards_$(1)/board.yaml)

$(call sim_model,boards_$(1),boards_sim,$(BOARDS)/boards_sim.v $(SIM)/boards_$(1)/out/board.v,\
	-y rtl -Irtl)
$(SIM_OBJ)/boards_$(1)/Vboards_sim__ALL.a: $(RTL)

$(SIM_OBJ)/boards_$(1)/main.o: $(BOARDS)/main.cpp $(SIM_OBJ)/boards_$(1)/Vboards_sim__ALL.a
	$$(call say,CXX,$$@)
	$$(Q)$$(CXX) $$(SIM_CXXFLAGS) -Wall -Wextra $(call sim_trace,) -DBOARDS_HZ=$(1)000000 \
		$(BOARDS_CPP) -I$$(@D) $$(sim_include) -MMD -MP -c -o $$@ $$<

$(SIM)/boards_$(1)/boards: $(SIM_OBJ)/boards_$(1)/main.o $(BOARDS_O) \
		$(SIM_OBJ)/harness/say.o $(SIM_OBJ)/boards_$(1)/Vboards_sim__ALL.a \
		$(runtime_OBJ) $(LIBGNOMON)
	$$(call say,LINK,$$@)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$$(CXX) -o $$@ $$(filter-out %__ALL.a,$$(filter %.o,$$^)) \
		$(SIM_OBJ)/boards_$(1)/Vboards_sim__ALL.a $(LIBGNOMON) $(HOST_LIBS) -pthread \
		$(BOARDS_WRAP:%=-Wl,--wrap=%)

SIM_DEP += $(SIM_OBJ)/boards_$(1)/main.d
endef
$(foreach mhz,1 48,$(eval $(call sim_boards,$(mhz))))
SIM_DEP += $(BOARDS_O:.o=.d)
