# SPDX-License-Identifier: Apache-2.0
"""Why an expression cannot be connected, in terms of the design's names."""

import re

from files import near
from symbols import SIGNALS, Kind

INDEX = re.compile(r'\s*\[[^\]]*\]\s*$')
SELECT = re.compile(r'\[[^\]]*\]')
FIRST = re.compile(r'\s*(\\\S+|[\w$]+)')


def names_fault(design, probe):
    """What is wrong with the names of an expression; None: nothing that can be seen by them."""
    faults = (name_fault(design, name, probe.alone) for name in probe.names())
    return next(filter(None, faults), None)


def name_fault(design, name, alone):
    parts = re.findall(r'(?:\\\S+\s?|[^.\\\[]|\[[^\]]*\])+', name)
    first = FIRST.match(name)[1].strip()
    if first != design.top:
        return f"'{name}' does not begin with the top, '{design.top}'" + nearest(design, name)
    path = whole_part(parts[0])
    for number, part in enumerate(parts[1:], 1):
        within, path = path, f'{path}.{whole_part(part)}'
        symbol = design.find(path)
        if symbol is not None and symbol.kind in SIGNALS:
            return signal_fault(design, symbol, within, parts[number:], alone)
        if symbol is not None:
            continue
        whole = design.find(INDEX.sub('', path))
        if whole is not None and INDEX.search(path):
            return index_fault(design, whole, path)
        return missing(design, within, part.strip(), name)
    return symbol_fault(design, path) if alone and not INDEX.search(path) else None


def whole_part(part):
    """A part of a name; a blank ends one that is escaped."""
    return part.strip() + (' ' if part.startswith('\\') else '')


def missing(design, within, part, name):
    """There is no such name in a scope, or no such member in a signal."""
    scope = design.find(within) or design.find(INDEX.sub('', within))
    if scope is None:
        return f"no '{part}' in '{within}'" + nearest(design, name)
    place = design.where(scope.location)
    if getattr(scope, 'isUninstantiated', False):
        return f"'{within}' ({place}) is a block that the design does not have"
    return f"no '{part}' in '{within}' ({place})" + nearest(design, name)


def signal_fault(design, symbol, within, parts, alone):
    """What is wrong with the members and indices of a signal: the first part is the signal."""
    kind, place = symbol.type, design.where(symbol.location)
    path = within
    for number, part in enumerate(parts):
        first = FIRST.match(part)
        if number:
            members = fields(kind)
            kind = next((f.type for f in members if f.name == first[1].strip()), None)
            if kind is None:
                return member_fault(path, place, first[1].strip(), [f.name for f in members])
        path += '.' + whole_part(part)
        for select in SELECT.findall(part[first.end() :]):
            kind = selected(kind, select)
            if kind is None:
                return None  # slang knows whether there is such a part
    return type_fault(path, place, kind) if alone else None


def fields(kind):
    kind = kind.canonicalType
    if not (kind.isStruct or kind.isPackedUnion or kind.isUnpackedUnion):
        return []
    return [member for member in kind if member.kind == Kind.Field]


def member_fault(path, place, name, members):
    hint = near(name, members) or members[:3]
    hint = ': members are ' + ', '.join(f"'{member}'" for member in hint) if hint else ''
    return f"'{path}' ({place}) has no member '{name}'{hint}"


def selected(kind, select):
    """The type of a part of a signal; None: bits, or nothing."""
    kind = kind.canonicalType
    if not kind.isArray:
        return None
    if ':' not in select:
        return kind.elementType
    return kind if kind.isUnpackedArray else None


def nearest(design, name):
    names = design.nearest(name)
    if not names:
        return ''
    return f': the nearest {"is" if len(names) == 1 else "are"} ' + ', '.join(
        f"'{found}'" for found in names
    )


def index_fault(design, whole, path):
    """An index into an array of instances or of generate blocks that has no such element."""
    return f"no '{path}' in '{INDEX.sub('', path)}' ({design.where(whole.location)})" + nearest(
        design, path
    )


def symbol_fault(design, path):
    """A name that is there, and is no signal."""
    symbol = design.find(path)
    place = design.where(symbol.location)
    if symbol.kind == Kind.Parameter:
        return f"'{path}' ({place}) is a parameter, not a signal"
    return f"'{path}' ({place}) is no signal" + nearest(design, path)


def type_fault(path, place, kind):
    """A signal, or a part of one, that is no vector of bits."""
    if kind.canonicalType.kind == Kind.FixedSizeUnpackedArrayType:
        bounds = kind.canonicalType.range
        return (
            f"'{path}' ({place}) is an array of {bounds.width}: connect an element, such as "
            f"'{path}[{bounds.left}]'"
        )
    if kind.isFloating:
        return f"'{path}' ({place}) is a real, which has no bits"
    if not kind.isIntegral:
        hint = ''.join(f": connect a member, such as '{path}.{f.name}'" for f in fields(kind)[:1])
        return f"'{path}' ({place}) has type '{kind}', which has no bits{hint}"
    return None
