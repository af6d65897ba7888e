#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Refuses a second parser of numbers, and text that the caller's locale would change:
# numbers.sh FILE...
#
# base/number.h has the one syntax of numbers. C's own functions take signs, blanks, octal numbers
# and the decimal point of a locale. A line that reads what another program defines (a VCD file, a
# URL of lsusb's identifiers) or what gnomon itself printed states it: `/* not a user's: WHY */`.

refused=$(grep -nE '\b(ato(i|ll?|f)|strto(u?ll?|[fd]|ld|[iu]max)|v?f?s?scanf|setlocale)\(' "$@" |
	grep -v "not a user's: ")
if [ -n "$refused" ]; then
	echo "$refused" >&2
	echo "numbers.sh: base/number.h reads numbers" >&2
	echo "0 passed, 1 failed"
	exit 1
fi
echo "1 passed, 0 failed"
