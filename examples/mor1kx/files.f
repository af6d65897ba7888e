+incdir+$CPU/verilog/rtl/verilog
-y $CPU/verilog/rtl/verilog
-y $CPU/verilog/rtl/verilog/pfpu32
+libext+.v
examples/program/memory.v
examples/mor1kx/soc.v
