# SPDX-License-Identifier: Apache-2.0
"""Why an expression cannot be connected, in terms of the design's names."""

import re

from files import near
from symbols import SIGNALS, Kind

INDEX = re.compile(r'\s*\[[^\]]*\]\s*$')
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
    for part in parts[1:]:
        within, path = path, f'{path}.{whole_part(part)}'
        symbol = design.find(path)
        if symbol is not None:
            continue
        whole = design.find(INDEX.sub('', path))
        if whole is not None and INDEX.search(path):
            return index_fault(design, whole, path)
        return missing(design, within, part.strip(), name)
    return type_fault(design, path) if alone and not INDEX.search(path) else None


def whole_part(part):
    """A part of a name; a blank ends one that is escaped."""
    return part.strip() + (' ' if part.startswith('\\') else '')


def missing(design, within, part, name):
    """There is no such name in a scope, or no such member in a signal."""
    scope = design.find(within) or design.find(INDEX.sub('', within))
    if scope is None:
        return f"no '{part}' in '{within}'" + nearest(design, name)
    place = design.where(scope.location)
    if scope.kind in SIGNALS:
        names = [field.name for field in fields(scope.type)]
        hint = near(part, names) or names[:3]
        hint = ': members are ' + ', '.join(f"'{n}'" for n in hint) if hint else ''
        return f"'{within}' ({place}) has no member '{part}'{hint}" if names else None
    if getattr(scope, 'isUninstantiated', False):
        return f"'{within}' ({place}) is a block that the design does not have"
    return f"no '{part}' in '{within}' ({place})" + nearest(design, name)


def fields(kind):
    kind = kind.canonicalType
    return list(kind) if kind.kind in (Kind.PackedStructType, Kind.PackedUnionType) else []


def nearest(design, name):
    names = design.nearest(name)
    if not names:
        return ''
    return f': the nearest {"is" if len(names) == 1 else "are"} ' + ', '.join(
        f"'{found}'" for found in names
    )


def index_fault(design, whole, path):
    """An index into an array of instances or of generate blocks that has no such element."""
    if whole.kind in SIGNALS:
        return None
    return f"no '{path}' in '{INDEX.sub('', path)}' ({design.where(whole.location)})" + nearest(
        design, path
    )


def type_fault(design, path):
    """A name that is there, and is no vector of bits."""
    symbol = design.find(path)
    place = design.where(symbol.location)
    if symbol.kind == Kind.Parameter:
        return f"'{path}' ({place}) is a parameter, not a signal"
    if symbol.kind not in SIGNALS:
        return f"'{path}' ({place}) is no signal" + nearest(design, path)
    kind = symbol.type
    if kind.canonicalType.kind == Kind.FixedSizeUnpackedArrayType:
        bounds = kind.canonicalType.range
        return (
            f"'{path}' ({place}) is an array of {bounds.width}: connect an element, such as "
            f"'{path}[{bounds.left}]'"
        )
    if kind.isFloating:
        return f"'{path}' ({place}) is a real, which has no bits"
    if not kind.isIntegral:
        return f"'{path}' ({place}) has type '{kind}', which has no bits"
    return None
