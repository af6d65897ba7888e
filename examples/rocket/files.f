+define+PRINTF_COND=0
$CPU/verilog/generated-src/freechips.rocketchip.system.LitexConfig.v
$CPU/verilog/generated-src/freechips.rocketchip.system.LitexConfig.behav_srams.v
$CPU/verilog/vsrc/AsyncResetReg.v
$CPU/verilog/vsrc/EICG_wrapper.v
$CPU/verilog/vsrc/plusarg_reader.v
examples/rocket/soc.sv
