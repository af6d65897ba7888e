# SPDX-License-Identifier: Apache-2.0
# An installed gnomon, used by programs in C, C++ and Python, and what ./setup installs:
# `make check-install`.

# with a space, and with a folder of libraries that some distributions have
INSTALL_ROOT   := $(BUILD)/tests/install/a root
INSTALL_LIBDIR := /usr/lib64

.PHONY: needs-install check-install
needs-install: $(HOST_SERVER) $(GNOMON) $(GNOMON_GEN) $(LIBGNOMON_SO) $(LIBGNOMON_A) \
	$(MANUAL)/gnomon.1 $(WHEEL_FILE) $(HOST_RUN)

check-install: needs-install
	$(Q)rm -rf $(BUILD)/tests/install
	$(Q)$(MAKE) --no-print-directory -s install DESTDIR="$(INSTALL_ROOT)" PREFIX=/usr \
		LIBDIR=$(INSTALL_LIBDIR) > /dev/null
	$(Q)python3 tests/install/check.py "$(INSTALL_ROOT)" /usr $(INSTALL_LIBDIR) \
		$(HOST_SERVER) tests/install $(BUILD)/tests/install/out
	$(Q)python3 tests/install/wheel.py $(VENV)/bin/pip $(WHEEL) $(HOST_RUN) \
		$(BUILD)/tests/install/wheel
	$(Q)python3 tests/install/check_setup.py
