# SPDX-License-Identifier: Apache-2.0
# the model of the triggers, and its own tests; included from sim/sim.mk
#
#   $(MODEL)      model EXPERIMENT TRUTH [UNTIL]; tests/model/model.py calls it

MODEL     := $(BUILD)/tests/model/model
MODEL_OBJ := $(addprefix $(BUILD)/obj/model/,\
	experiment.o line.o preprocessors.o preprocessors_read.o rounds.o segments.o node.o write.o)

$(BUILD)/obj/model/%.o: tests/model/%.c
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(CPPFLAGS) -Isim/harness $(CFLAGS) $(WARN) -MMD -MP -c -o $@ $<

$(MODEL): $(BUILD)/obj/model/main.o $(MODEL_OBJ) $(SIM_OBJ)/harness/truth.o
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^

$(BUILD)/tests/model/check_%: $(BUILD)/obj/model/check_%.o $(BUILD)/obj/model/bench.o $(MODEL_OBJ)
	$(call say,LINK,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) -o $@ $^ $(shell $(PKGCONFIG) --libs check)

# make would drop them as intermediate files, and then build them again
.SECONDARY: $(addprefix $(BUILD)/obj/model/,check_model.o check_preprocessors.o \
	check_segments.o bench.o)

.PHONY: needs-model check-model
needs-model: $(MODEL) $(addprefix $(BUILD)/tests/model/check_,model preprocessors segments) \
	$(SIM)/soc_bare $(SOC_PROGRAMS)

check-model: needs-model
	$(Q)tests/circles.sh $(BUILD)/obj/model/main.o $(MODEL_OBJ)
	$(Q)$(BUILD)/tests/model/check_model
	$(Q)$(BUILD)/tests/model/check_preprocessors
	$(Q)$(BUILD)/tests/model/check_segments
	$(Q)$(SIM_TEST) tests/model/test_model.py $(MODEL) $(BUILD)/tests/model
	$(Q)$(SIM_TEST) tests/model/test_segment_records.py $(MODEL) $(BUILD)/tests/model

-include $(wildcard $(BUILD)/obj/model/*.d)
