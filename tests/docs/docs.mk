# SPDX-License-Identifier: Apache-2.0
# Tests of the pages: `make check-docs`.

.PHONY: check-docs
check-docs:
	$(Q)python3 tests/docs/check_docs.py
