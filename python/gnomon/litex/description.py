# SPDX-License-Identifier: Apache-2.0
"""The monitor description that add_gnomon writes for a SoC."""

# beginning of a device's name, in small letters, and its family in a description
FAMILIES = (
    ('ice40-up5k', 'up5k'),
    ('ice40', 'ice40'),
    ('lfe5u', 'ecp5'),
    ('lifcl', 'nexus'),
    ('gw', 'gowin'),
    ('xc7', 'xilinx7'),
)

HEAD = """\
gnomon: 1
name: {name}
clock: {hertz} Hz
family: {family}
buffer: {{ slots: {slots} }}
link: {link}
nodes:
"""

CPU = """\
  - name: {name}
    watch: {{ field: pc, bits: 32, skip: "{skip}", when: retired, capacity: 15 }}
    ratios:
      form: full
      pairs:
        - {{ name: instructions, a: retired, b: always }}
"""

# docs/guide/taps.md
BUS = """\
  - name: {name}
    watch: {{ field: adr, bits: {bits}, kind: address, unit: 4, when: taken, capacity: 15 }}
    signals:
      - {{ name: answer, delay: -1 }}
      - {{ name: stall_idle, delay: -1 }}
      - {{ name: writing, delay: -1 }}
    values:
      - {{ name: bytes, bits: 3, when: beat, delay: -1 }}
      - {{ name: outstanding, bits: 8, delay: -1 }}
    ratios:
      form: full
      pairs:
        - {{ name: bandwidth, a: bytes, b: always }}
        - {{ name: mean_latency, a: answer, b: outstanding }}
        - {{ name: p0, a: route, b: route }}
"""


def family_of(device):
    """The family of a platform's device; None where it is not known."""
    device = (device or '').lower()
    return next((family for begin, family in FAMILIES if device.startswith(begin)), None)


def description_of(name, hertz, family, slots, link, cpus, bus):
    """YAML. `link`: that of a description. `cpus`: {node: whether instructions may have 2 bytes}.
    `bus`: (node, bits of an address of words), or None."""
    head = HEAD.format(name=name, hertz=hertz, family=family, slots=slots, link=link)
    nodes = [CPU.format(name=cpu, skip='0' if small else '1..0') for cpu, small in cpus.items()]
    if bus:
        nodes.append(BUS.format(name=bus[0], bits=bus[1]))
    return head + ''.join(nodes)
