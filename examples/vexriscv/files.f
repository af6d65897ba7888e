$CPU/verilog/VexRiscv_Min.v
examples/program/memory.v
examples/vexriscv/soc.v
