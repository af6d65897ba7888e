# SPDX-License-Identifier: Apache-2.0
# The transports of USB devices: unmodified libftdi and libusb on emulated devices.

USB_BED     := $(BUILD)/tests/usb/bed
USB_REDIR   := $(BUILD)/tests/usb/redir
USB_PKGS    := umockdev-1.0 libusbredirparser-0.5
usb-o        = $(patsubst tests/usb/%.c,$(BUILD)/obj/usb-tests/%.o,$(1))
USB_O       := $(call usb-o,$(sort $(wildcard tests/usb/device/*.c)))
USB_BED_O   := $(call usb-o,tests/usb/bed.c tests/usb/usbfs.c)
USB_REDIR_O := $(call usb-o,tests/usb/redir.c)

$(USB_O) $(USB_BED_O) $(USB_REDIR_O): $(BUILD)/obj/usb-tests/%.o: tests/usb/%.c
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) \
		$(shell $(PKGCONFIG) --cflags $(USB_PKGS) 2>/dev/null) -MMD -MP -c -o $@ $<

$(USB_BED): $(USB_BED_O)
$(USB_REDIR): $(USB_REDIR_O)
$(USB_BED) $(USB_REDIR): $(USB_O)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(shell $(PKGCONFIG) --libs $(USB_PKGS) 2>/dev/null)

# $(1) options
usb_test = BUILD=$(BUILD) RISCV=$(RISCV) PYTHONDONTWRITEBYTECODE=1 python3 \
	tests/usb/test_usb.py $(1) $(USB_BED) $(HOST_SERVER) $(GNOMON) $(ASAN_GNOMON) \
	$(TESTS)

.PHONY: needs-usb check-usb needs-usb-long check-usb-long
needs-usb needs-usb-long: $(USB_BED) $(GNOMON) $(HOST_SERVER) $(ASAN_GNOMON) \
	$(SIM)/soc_uart $(SIM)/programs/events.elf

check-usb: needs-usb
	$(Q)$(call usb_test,)

# Searches for a board whose monitor is simulated.
check-usb-long: needs-usb-long
	$(Q)$(call usb_test,--long)

# The same devices in a QEMU guest with Debian's kernel, by usbredir.
.PHONY: needs-guest check-guest
needs-guest: $(USB_REDIR) $(GNOMON) $(HOST_SERVER)

check-guest: needs-guest
	$(Q)python3 tests/usb/test_guest.py $(USB_REDIR) $(HOST_SERVER) $(GNOMON) $(KERNEL)

-include $(patsubst %.o,%.d,$(USB_O) $(USB_BED_O) $(USB_REDIR_O))
