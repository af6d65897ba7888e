# SPDX-License-Identifier: Apache-2.0
# The generator: libgnomongen (build/lib/libgnomongen.a) and gnomon-gen, which `gnomon gen` calls.

VERSION     := $(shell cat VERSION)
GEN_PKGS    := yaml-0.1 jansson libxxhash zlib
GEN_CPP     := -I. -Igen/lib -I$(BUILD)/gen -DGNOMON_VERSION='"$(VERSION)"' \
	$(shell $(PKGCONFIG) --cflags $(GEN_PKGS) 2>/dev/null)
GEN_LIBS    := $(shell $(PKGCONFIG) --libs $(GEN_PKGS) 2>/dev/null)
LIBGEN      := $(BUILD)/lib/libgnomongen.a
GNOMON_GEN  := $(BUILD)/bin/gnomon-gen
GEN_LIB_O   := $(patsubst gen/%.c,$(BUILD)/obj/gen/%.o,$(sort $(shell find gen/lib -name "*.c")))
GEN_CLI_O   := $(patsubst gen/%.c,$(BUILD)/obj/gen/%.o,$(sort $(wildcard gen/cli/*.c)))

all: $(GNOMON_GEN)

$(BUILD)/obj/gen/%.o: gen/%.c VERSION
	$(call say,CC,$<)
	@mkdir -p $(@D)
	$(Q)$(CC) $(WARN) $(CFLAGS) $(CPPFLAGS) $(GEN_CPP) -MMD -MP -c -o $@ $<

# The example of the reference page: a file that the tests run, as string literals of C.
GEN_EXAMPLE := $(BUILD)/gen/examples/counts.inc

$(BUILD)/gen/examples/%.inc: gen/examples/%.yaml
	@mkdir -p $(@D)
	$(Q)sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $< > $@

$(BUILD)/obj/gen/lib/emit/reference.o: $(GEN_EXAMPLE)

# Which modules of the library need which others, as their files have it.
$(BUILD)/gen/library.inc: gen/library.awk $(wildcard rtl/*.v)
	@mkdir -p $(@D)
	$(Q)LC_ALL=C awk -f $< $(filter %.v,$^) > $@.new && mv $@.new $@

$(BUILD)/obj/gen/lib/emit/filelist.o: $(BUILD)/gen/library.inc

$(LIBGEN): $(GEN_LIB_O) $(BASE_O)
	$(call say,AR,$@)
	@mkdir -p $(@D)
	$(Q)rm -f $@ && $(AR) qcs $@ $^

$(GNOMON_GEN): $(GEN_CLI_O) $(LIBGEN)
	$(call say,LD,$@)
	@mkdir -p $(@D)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(GEN_LIBS)

# What is emitted from the generator's tables and committed.
EMITTED := rtl/gnomon_records.vh rtl/gnomon.core \
	host/include/gnomon/records.h host/lib/common/cells.h \
	docs/reference/records.md docs/reference/description.md
page_of = $(if $(filter %.md,$(1)),$(basename $(notdir $(1))),$(patsubst gnomon_%,%,$(notdir $(1))))

#@ make emitted  the files of the repository that the generator writes from its tables
.PHONY: emitted
emitted: $(GNOMON_GEN)
	$(call say,EMIT,docs/reference)
	$(Q)set -e; $(foreach f,$(EMITTED),$(GNOMON_GEN) --reference $(call page_of,$(f)) \
		> $(f).new; $(call replace,$(f).new,$(f));) true

.PHONY: install-gen
install-gen: $(GNOMON_GEN)
	install -d $(call to,bin)
	install $(GNOMON_GEN) $(call to,bin)

-include $(GEN_LIB_O:.o=.d) $(GEN_CLI_O:.o=.d)
-include tests/gen/gen.mk
