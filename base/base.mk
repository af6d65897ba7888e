# SPDX-License-Identifier: Apache-2.0
# What the generator and the host both need and that knows nothing of either: files, names, text
# that is shown.

BASE_O := $(patsubst base/%.c,$(BUILD)/obj/base/%.o,$(sort $(wildcard base/*.c)))

BASE_CPP := -I. $(shell $(PKGCONFIG) --cflags yaml-0.1 2>/dev/null)

$(BASE_O): $(BUILD)/obj/base/%.o: base/%.c base/base.mk
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) $(BASE_CPP) -fPIC -MMD -MP -c -o $@ $<

-include $(BASE_O:.o=.d)
