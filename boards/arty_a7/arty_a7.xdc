# SPDX-License-Identifier: Apache-2.0
# Pins of the Arty A7-35T. Source: Digilent, digilent-xdc, Arty-A7-35-Master.xdc. Second source:
# litex-boards, platforms/digilent_arty.py. Both agree on each pin. Vivado was not run on this file.
set_property -dict { PACKAGE_PIN E3 IOSTANDARD LVCMOS33 } [get_ports { clk }]
set_property -dict { PACKAGE_PIN A9 IOSTANDARD LVCMOS33 } [get_ports { uart_rxd_i }]
set_property -dict { PACKAGE_PIN D10 IOSTANDARD LVCMOS33 } [get_ports { uart_txd_o }]
set_property -dict { PACKAGE_PIN H5 IOSTANDARD LVCMOS33 } [get_ports { light_o }]
# clk is the oscillator of 100 MHz. The UART leads to channel B of the FT2232H: uart_rxd_i is
# Digilent's uart_txd_in, uart_txd_o is its uart_rxd_out. light_o is LD4, lit by 1.
create_clock -add -name clk -period 10.00 -waveform {0 5} [get_ports { clk }]
set_property CFGBVS VCCO [current_design]
set_property CONFIG_VOLTAGE 3.3 [current_design]
set_property BITSTREAM.CONFIG.SPI_BUSWIDTH 4 [current_design]
