# SPDX-License-Identifier: Apache-2.0
# `make wheel`: what `make install` installs, as one file for pip. The programs and the library are
# linked again, so that they find the libraries that the wheel brings, from where they lie.

WHEEL     := $(BUILD)/wheel
WHEEL_BIN := $(WHEEL)/linked/gnomon $(WHEEL)/linked/gnomon-gen $(WHEEL)/linked/$(SONAME)
WHEEL_FILE := $(WHEEL)/gnomon.whl.made
# --disable-new-dtags: also those libraries find each other by it
wheel_rpath = -s -Wl,--disable-new-dtags -Wl,-rpath,'$$ORIGIN/$(1)'

# the interpreter of its scripts is that of the environment, beside the program
$(WHEEL)/linked/cmd_tools.o: host/cli/cmd_tools.c host/host.mk
	$(call say,CC,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) $(HOST_CPP) -DGNOMON_PYTHON='"python3"' -c -o $@ $<

$(WHEEL)/linked/gnomon: $(filter-out %/cmd_tools.o,$(HOST_CLI_O)) $(WHEEL)/linked/cmd_tools.o \
		$(LIBGNOMON)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(call wheel_rpath,../lib/gnomon) -o $@ $^ $(HOST_LIBS) \
		$(HOST_CLI_LIBS)

$(WHEEL)/linked/gnomon-gen: $(GEN_CLI_O) $(LIBGEN)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(call wheel_rpath,../lib/gnomon) -o $@ $^ $(GEN_LIBS)

$(WHEEL)/linked/$(SONAME): $(LIBGNOMON) host/libgnomon.map
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) $(call wheel_rpath,gnomon) -shared -Wl,-soname,$(SONAME) \
		-Wl,--version-script,host/libgnomon.map -Wl,-z,defs \
		-o $@ -Wl,--whole-archive $(LIBGNOMON) -Wl,--no-whole-archive $(HOST_LIBS)

# the file has the version and the platform in its name: this one says that it was made
$(WHEEL_FILE): python/wheel.py $(WHEEL_BIN) $(GNOMON) $(GNOMON_GEN) $(LIBGNOMON_SO) $(LIBGNOMON_A) \
		$(MANUAL)/gnomon.1 $(wildcard python/gnomon/*.py python/gnomon/*/*) \
		python/pyproject.toml \
		$(wildcard rtl/* sim/bridge/* sim/model/* boards/tool/* attach/*)
	$(call say,WHEEL,$(WHEEL))
	$(Q)rm -rf $(WHEEL)/root $(WHEEL)/*.whl
	$(Q)$(MAKE) --no-print-directory -s install DESTDIR=$(WHEEL)/root PREFIX=/wheel \
		LIBDIR=/wheel/lib > /dev/null
	$(Q)$(PY) -B python/wheel.py $(WHEEL)/linked $(WHEEL)/root/wheel $(WHEEL)
	$(Q)touch $@

#@ make wheel    a wheel for pip in build/wheel: programs, library, Verilog, boards, Python module
.PHONY: wheel
wheel:
	$(Q)./setup fpga
	$(Q)$(MAKE) --no-print-directory $(WHEEL_FILE)
	@ls $(WHEEL)/*.whl
