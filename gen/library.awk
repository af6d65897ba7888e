# SPDX-License-Identifier: Apache-2.0
# Which modules of the Verilog library each of them instantiates, as rows of C:
#   awk -f library.awk rtl/*.v
# A row has a module and, with a space behind each, the modules that its file names outside of
# comments and strings, in the order in which they appear.
BEGIN {
	for (i = 1; i < ARGC; i++) {
		name = ARGV[i]
		sub(/.*\//, "", name)
		sub(/\.v$/, "", name)
		is_module[name] = 1
	}
}

function end_row() {
	if (module != "")
		printf "{\"%s\", \"%s\"},\n", module, uses
}

FNR == 1 {
	end_row()
	module = FILENAME
	sub(/.*\//, "", module)
	sub(/\.v$/, "", module)
	uses = ""
}

{
	gsub(/"[^"]*"/, "")
	sub(/\/\/.*/, "")
	count = split($0, word, /[^A-Za-z0-9_]+/)
	for (i = 1; i <= count; i++)
		if (word[i] in is_module && word[i] != module && index(" " uses, " " word[i] " ") == 0)
			uses = uses word[i] " "
}

END { end_row() }
