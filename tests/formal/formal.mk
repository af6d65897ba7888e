# SPDX-License-Identifier: Apache-2.0
# Formal proofs of the RTL library with SymbiYosys: `make check-formal`.

.PHONY: check-formal
check-formal:
	$(Q)$(PY) tests/formal/formal.py $(VENV)/bin $(BUILD)/tests/formal
