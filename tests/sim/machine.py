# SPDX-License-Identifier: Apache-2.0
"""What a program's loads and stores must be, from its code alone: an interpreter of RV32IM that
follows the retired instructions of all cores in the order in which they happened, with the memory,
the mailbox and the timer.

The truth log shows only which instruction retired when, and when an access was complete; addresses,
directions and data come from here.
"""

import struct

from program import Program

MEMORY = 256 * 1024
MAILBOX, TIMER, PORT = 0x80000000, 0x80010000, 0x80020000
WORD = 0xFFFFFFFF
LOADS = {0: (1, True), 1: (2, True), 2: (4, False), 4: (1, False), 5: (2, False)}


def signed(value, bits=32):
    return value - (1 << bits) if value >> (bits - 1) & 1 else value


def alu(kind, a, b, other):
    """The operations of OP and OP-IMM; other: sub, sra."""
    if kind == 0:
        return a - b if other else a + b
    if kind == 1:
        return a << (b & 31)
    if kind == 2:
        return int(signed(a) < signed(b))
    if kind == 3:
        return int(a < b)
    if kind == 4:
        return a ^ b
    if kind == 5:
        return signed(a) >> (b & 31) if other else a >> (b & 31)
    return a | b if kind == 6 else a & b


def multiply(kind, a, b):
    """The M extension."""
    if kind == 0:
        return a * b
    if kind < 4:
        return (signed(a) if kind < 3 else a) * (signed(b) if kind == 1 else b) >> 32
    if kind in (4, 6):
        a, b = signed(a), signed(b)
    if b == 0:
        return -1 if kind < 6 else a
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
    return quotient if kind < 6 else a - quotient * b


class Machine:
    """now: what the timer's counter shows in the cycle of a read."""

    def __init__(self, path, cores, now):
        self.code = Program(path).code
        self.memory = bytearray(MEMORY)
        self._load(path)
        self.now, self.cores = now, cores
        self.registers = [[0] * 32 for _ in range(cores)]
        self.locks, self.exits, self.barriers, self.arrived = [0] * 8, 0, 0, set()
        self.high, self.compare, self.enable = [0] * cores, [None] * cores, [0] * cores

    def _load(self, path):
        with open(path, 'rb') as file:
            data = file.read()
        (phoff,) = struct.unpack_from('<I', data, 28)
        size, count = struct.unpack_from('<HH', data, 42)
        for i in range(count):
            kind, offset, _, address, filled = struct.unpack_from('<5I', data, phoff + i * size)
            if kind == 1:
                self.memory[address : address + filled] = data[offset : offset + filled]

    def read(self, core, address, size, cycle):
        if address < MEMORY:
            return int.from_bytes(self.memory[address : address + size], 'little')
        if address >> 12 == PORT >> 12:
            return 0
        offset = address & 0xFFFF
        if address >> 16 == MAILBOX >> 16:
            if offset >= 0x20:
                old, self.locks[(offset - 0x20) // 4] = self.locks[(offset - 0x20) // 4], 1
                return old
            return {0: core, 4: self.cores, 12: self.exits, 16: self.barriers}.get(offset, 0)
        if offset == 0:
            self.high[core] = self.now(cycle) >> 32
            return self.now(cycle) & WORD
        return {4: self.high[core], 8: self.compare[core], 12: self.enable[core]}[offset]

    def write(self, core, address, size, value):
        if address < MEMORY:
            self.memory[address : address + size] = value.to_bytes(size, 'little')
        elif address >> 16 == MAILBOX >> 16:
            offset = address & 0xFFFF
            if offset >= 0x20:
                self.locks[(offset - 0x20) // 4] = 0
            elif offset == 12:
                self.exits |= 1 << core
            elif offset == 16:
                self.arrived.add(core)
                if len(self.arrived) == self.cores:
                    self.arrived.clear()
                    self.barriers += 1
        elif address >> 16 == TIMER >> 16:
            (self.compare if address & 15 == 8 else self.enable)[core] = value

    def step(self, core, pc, cycle):
        """The instruction at pc. Returns (address, write, size, value) of its access, or None."""
        word = self.code[pc]
        x = self.registers[core]
        opcode, rd, kind, upper = word & 0x7F, word >> 7 & 31, word >> 12 & 7, word >> 25
        a, b = x[word >> 15 & 31], x[word >> 20 & 31]
        imm = signed(word >> 20, 12)
        result = access = None
        if opcode == 0x37:
            result = word & 0xFFFFF000
        elif opcode == 0x17:
            result = pc + (word & 0xFFFFF000)
        elif opcode in (0x6F, 0x67):
            result = pc + 4
        elif opcode == 0x03:
            size, sign = LOADS[kind]
            address = (a + imm) & WORD
            value = self.read(core, address, size, cycle)
            result = signed(value, 8 * size) if sign else value
            access = address, 0, size, value
        elif opcode == 0x23:
            address = (a + signed(upper << 5 | rd, 12)) & WORD
            value = b & ((1 << (8 << kind)) - 1)
            self.write(core, address, 1 << kind, value)
            access = address, 1, 1 << kind, value
        elif opcode == 0x13:
            result = alu(kind, a, imm & WORD, kind == 5 and upper == 0x20)
        elif opcode == 0x33:
            result = multiply(kind, a, b) if upper == 1 else alu(kind, a, b, upper == 0x20)
        elif opcode not in (0x63, 0x0B, 0x2B):
            # Branches go where the log shows; interrupt mask and wait give what only
            # branches look at.
            raise AssertionError(f'core {core}: unknown instruction {word:#010x} at {pc:#x}')
        if result is not None and rd:
            x[rd] = result & WORD
        return access


def is_access(word):
    return word & 0x7F in (0x03, 0x23)


def follow(path, truth):
    """The accesses and the writes of the event ports of each core, as Truth has them, by the
    program of the ELF file at path; raises AssertionError where the log's accesses are not those of
    the retired instructions in number and order."""
    cores = len(truth.cores)
    # the timer is read a clock before the access is complete
    machine = Machine(path, cores, lambda cycle: cycle - 1)
    steps = []
    for core in range(cores):
        accesses = iter(truth.accesses[core])
        previous, ahead = -1, next(accesses, None)
        for cycle, pc in truth.retired(core):
            at = cycle
            if is_access(machine.code[pc]):
                assert ahead, f'core {core}: no access of {pc:#x}'
                at, ahead = ahead[0], next(accesses, None)
                assert previous < at < cycle, (
                    f'core {core}: access of {pc:#x}, retired in cycle {cycle}, in cycle {at}'
                )
            steps.append((at, machine.code[pc] & 0x7F == 0x23, core, pc))
            previous = cycle
        assert not ahead or ahead[0] > previous, (
            f'core {core}: an access that no instruction makes in cycle {ahead[0]}'
        )
    accesses, ports = [[] for _ in range(cores)], [[] for _ in range(cores)]
    # a load and a store in one cycle: the load sees the memory as it was
    for cycle, _, core, pc in sorted(steps):
        access = machine.step(core, pc, cycle)
        if access:
            address, write, _, value = access
            accesses[core].append((cycle, address, write))
            if write and address >> 12 == PORT >> 12:
                # taken in the first of the two clocks of the access
                ports[core].append(
                    (
                        cycle - 1,
                        address >> 8 & 15,
                        address >> 2 & 63,
                        value << 8 * (address & 3),
                        pc,
                    )
                )
    return accesses, ports
