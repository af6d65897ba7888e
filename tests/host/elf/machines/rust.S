/* SPDX-License-Identifier: Apache-2.0 */
/* Symbols as rustc 1.95 makes them (v0), and one of its older form. */
	.macro function name
	.global \name
	.type \name, @function
\name:
	ret
	.size \name, . - \name
	.endm

	.text
	function _RINvNtCs4Q2Qx8jI5j6_1a3net4mosthEB4_
	function _RINvNtCs4Q2Qx8jI5j6_1a3net4mostmEB4_
	function _RNvMNtCs4Q2Qx8jI5j6_1a3netINtB2_5QueuehE3popB4_
	function _RNvMNtCs4Q2Qx8jI5j6_1a3netINtB2_5QueuemE3popB4_
	function _RNvXs_NtCs4Q2Qx8jI5j6_1a3netINtB4_5QueuemENtB4_4Show4show
	function _ZN1a3net5least17h0123456789abcdefE
