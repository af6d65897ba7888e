# SPDX-License-Identifier: Apache-2.0
# Formal proofs of the RTL library with SymbiYosys: `make check-formal`; the faults that the
# properties must find, and the deepest proof: `make check-formal-long`.

FORMAL_TEST = $(PY) tests/formal/formal.py $(VENV)/bin

.PHONY: check-formal check-formal-long
check-formal:
	$(Q)$(FORMAL_TEST) $(BUILD)/tests/formal proofs

check-formal-long:
	$(Q)$(FORMAL_TEST) $(BUILD)/tests/formal-long long
