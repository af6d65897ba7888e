# SPDX-License-Identifier: Apache-2.0
# libgnomon (build/lib/libgnomon.a) and the gnomon program (build/bin/gnomon).

HOST_PKGS   := jansson yaml-0.1 libelf libdw libxxhash
HOST_CPP    := -DGNOMON_VERSION='"$(shell cat VERSION)"' -I. -Ihost/include -Ihost/lib -Ihost/cli $(shell $(PKGCONFIG) --cflags $(HOST_PKGS) 2>/dev/null)
HOST_LIBS   := $(shell $(PKGCONFIG) --libs $(HOST_PKGS) 2>/dev/null) -lm
LIBGNOMON   := $(BUILD)/lib/libgnomon.a
GNOMON      := $(BUILD)/bin/gnomon
HOST_LIB_O  := $(patsubst host/%.c,$(BUILD)/obj/host/%.o,$(sort $(wildcard host/lib/*.c)))
HOST_CLI_O  := $(patsubst host/%.c,$(BUILD)/obj/host/%.o,$(sort $(wildcard host/cli/*.c)))

all: $(GNOMON)

$(BUILD)/obj/host/%.o: host/%.c VERSION
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) $(HOST_CPP) -MMD -MP -c -o $@ $<

$(LIBGNOMON): $(HOST_LIB_O) $(BASE_O)
	$(call say,AR,$@)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) rcs $@ $^

$(GNOMON): $(HOST_CLI_O) $(LIBGNOMON)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(HOST_LIBS)

-include $(HOST_LIB_O:.o=.d) $(HOST_CLI_O:.o=.d)
-include tests/host/report.mk
-include tests/host/host.mk
