// the design, as its author lists it
+incdir+tests/attach/design
+define+CORE_LISTED
tests/attach/design/core.sv
