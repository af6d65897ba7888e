# SPDX-License-Identifier: Apache-2.0
# An installed gnomon, used by programs in C, C++ and Python, and what ./setup installs:
# `make check-install`.

INSTALL_ROOT := $(BUILD)/tests/install/root

.PHONY: needs-install check-install
needs-install: $(HOST_SERVER) $(GNOMON) $(GNOMON_GEN) $(LIBGNOMON_SO) $(LIBGNOMON_A) \
	$(MANUAL)/gnomon.1

check-install: needs-install
	$(Q)rm -rf $(BUILD)/tests/install
	$(Q)$(MAKE) --no-print-directory -s install DESTDIR=$(abspath $(INSTALL_ROOT)) PREFIX=/usr \
		> /dev/null
	$(Q)python3 tests/install/check.py $(INSTALL_ROOT) /usr $(HOST_SERVER) tests/install \
		$(BUILD)/tests/install/out
	$(Q)python3 tests/install/check_setup.py
