# SPDX-License-Identifier: Apache-2.0
"""The code and the functions of a 32-bit RISC-V ELF file, and which
instruction may follow which.
"""

import struct

IRQ_ENTRY = 0x10


class Program:
    """code: address -> instruction word; functions, objects: name -> (first address, size)."""

    def __init__(self, path):
        with open(path, 'rb') as file:
            data = file.read()
        (shoff,) = struct.unpack_from('<I', data, 32)
        shentsize, shnum = struct.unpack_from('<HH', data, 46)
        sections = [struct.unpack_from('<10I', data, shoff + i * shentsize) for i in range(shnum)]
        self.code, self.functions, self.objects = {}, {}, {}
        for _, kind, flags, addr, offset, size, link, _, _, _ in sections:
            if kind == 1 and flags & 4:  # PROGBITS, executable
                self.code.update(
                    (addr + at, word)
                    for at, (word,) in zip(
                        range(0, size, 4),
                        struct.iter_unpack('<I', data[offset : offset + size // 4 * 4]),
                        strict=True,
                    )
                )
            elif kind == 2:  # SYMTAB
                names = sections[link][4]
                for name, value, extent, info, _, _ in struct.iter_unpack(
                    '<IIIBBH', data[offset : offset + size]
                ):
                    table = {1: self.objects, 2: self.functions}.get(info & 15)  # OBJECT, FUNC
                    if table is not None:
                        table[data[names + name : data.index(0, names + name)].decode()] = (
                            value,
                            extent,
                        )

    def successors(self, pc):
        """The addresses that may follow, None if the instruction may go anywhere."""
        word = self.code[pc]
        opcode = word & 0x7F
        if opcode == 0x63:  # branch
            imm = (
                word >> 31 << 12
                | (word >> 7 & 1) << 11
                | (word >> 25 & 63) << 5
                | (word >> 8 & 15) << 1
            )
            return pc + 4, pc + imm - (imm >> 12 << 13)
        if opcode == 0x6F:  # jal
            imm = (
                word >> 31 << 20
                | (word >> 12 & 255) << 12
                | (word >> 20 & 1) << 11
                | (word >> 21 & 1023) << 1
            )
            return (pc + imm - (imm >> 20 << 21),)
        if opcode == 0x67 or (opcode == 0x0B and word >> 25 == 2):  # jalr, retirq
            return None
        return (pc + 4,)
