# SPDX-License-Identifier: Apache-2.0
# Pins of the Cmod A7. Source: Digilent, digilent-xdc, Cmod-A7-Master.xdc. Second source:
# litex-boards, platforms/digilent_cmod_a7.py. Both agree on each pin. Vivado was not run on this
# file.
set_property -dict { PACKAGE_PIN L17 IOSTANDARD LVCMOS33 } [get_ports { clk }]
set_property -dict { PACKAGE_PIN J17 IOSTANDARD LVCMOS33 } [get_ports { uart_rxd_i }]
set_property -dict { PACKAGE_PIN J18 IOSTANDARD LVCMOS33 } [get_ports { uart_txd_o }]
set_property -dict { PACKAGE_PIN A17 IOSTANDARD LVCMOS33 } [get_ports { light_o }]
# clk is the oscillator of 12 MHz. The UART leads to channel B of the FT2232H: uart_rxd_i is
# Digilent's uart_txd_in, uart_txd_o is its uart_rxd_out. light_o is LD1, lit by 1.
create_clock -add -name clk -period 83.33 -waveform {0 41.66} [get_ports { clk }]
set_property CFGBVS VCCO [current_design]
set_property CONFIG_VOLTAGE 3.3 [current_design]
set_property BITSTREAM.CONFIG.SPI_BUSWIDTH 4 [current_design]
