+define+RISCV_FORMAL
$CPU/verilog/picorv32.v
examples/program/memory.v
examples/picorv32/soc.v
