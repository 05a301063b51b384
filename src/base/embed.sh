#!/bin/bash
# SPDX-License-Identifier: ISC
#
# Writes the assembler text of base/embedded.h's table: embed.sh FILE... . The bytes themselves come in by
# .incbin, so that no generated file holds them twice. Paths are given as the program will ask for them.
set -euo pipefail

printf '\t.section .rodata\n'
i=0
for file in "$@"; do
	printf 'path%d:\t.asciz "%s"\ndata%d:\t.incbin "%s"\nend%d:\t.byte 0\n' $i "$file" $i "$file" $i
	i=$((i + 1))
done
printf '\t.section .data.rel.ro, "aw"\n\t.balign 8\n\t.globl embedded_files\nembedded_files:\n'
for ((n = 0; n < i; n++)); do
	printf '\t.8byte path%d, data%d, end%d - data%d\n' $n $n $n $n
done
printf '\t.8byte 0, 0, 0\n'
printf '\t.section .note.GNU-stack, "", %%progbits\n'
