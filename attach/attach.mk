# SPDX-License-Identifier: Apache-2.0
# The scripts of `gnomon attach`.

.PHONY: install-attach
install-attach:
	install -d $(call to,share/gnomon/attach)
	install -m 644 attach/*.py $(call to,share/gnomon/attach)

include tests/attach/attach.mk
