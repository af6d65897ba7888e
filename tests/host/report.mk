# SPDX-License-Identifier: Apache-2.0
# Tests of the record parser, the ratio form, the trace reader and the report; the bench of the reader.

REPORT_CHECKS := check_record check_ratio check_stats check_packet check_trace check_trace_gaps check_trace_damage check_trace_records check_report \
		 check_report_load check_report_port check_report_message check_report_system \
		 check_report_profile check_report_units check_report_units_shown check_report_held check_watch check_report_rounds check_report_shown check_report_rows check_report_events check_report_memory
REPORT_TESTS  := $(REPORT_CHECKS:%=$(BUILD)/bin/%)
REPORT_OBJ    := $(BUILD)/obj/report
REPORT_COMMON := $(addprefix $(REPORT_OBJ)/,trace_writer.o trace_all.o report_fixture.o units_fixture.o)
REPORT_BENCH  := $(BUILD)/bin/bench-decode
REPORT_CHECK_LIBS := $(shell $(PKGCONFIG) --libs check 2>/dev/null)
REPORT_OBJS   := $(REPORT_CHECKS:%=$(REPORT_OBJ)/%.o) $(REPORT_COMMON) $(REPORT_OBJ)/bench_decode.o

all: $(REPORT_BENCH)

$(REPORT_OBJS): $(REPORT_OBJ)/%.o: tests/host/%.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) $(HOST_CPP) -MMD -MP -c -o $@ $<

$(REPORT_TESTS): $(BUILD)/bin/%: $(REPORT_OBJ)/%.o $(REPORT_COMMON) $(LIBGNOMON)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(HOST_LIBS) $(REPORT_CHECK_LIBS)

$(REPORT_BENCH): $(REPORT_OBJ)/bench_decode.o $(LIBGNOMON)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(HOST_LIBS)

.PHONY: check-host check-report
check-host: check-report
check-report: $(REPORT_TESTS) $(GNOMON)
	$(Q)set -e; for t in $(REPORT_TESTS); do GNOMON=$(GNOMON) CK_DEFAULT_TIMEOUT=$(HANG_SECONDS) $$t; done

-include $(REPORT_OBJS:.o=.d)
