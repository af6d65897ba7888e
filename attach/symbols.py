# SPDX-License-Identifier: Apache-2.0
"""Walks over what slang elaborated: instances, blocks and signals."""

from pyslang import ast

Kind = ast.SymbolKind
SIGNALS = (Kind.Net, Kind.Variable)
SELECTS = (
    ast.ExpressionKind.ElementSelect,
    ast.ExpressionKind.RangeSelect,
    ast.ExpressionKind.MemberAccess,
)
VALUES = (ast.ExpressionKind.NamedValue, ast.ExpressionKind.HierarchicalValue)


def inside(member):
    """The scope that a member of a scope is, or has; None: it has nothing that is elaborated."""
    if member.kind == Kind.Instance:
        return member.body
    if member.kind == Kind.GenerateBlockArray:
        return member.entries
    if member.kind == Kind.InstanceArray:
        return member.elements
    return member if member.kind == Kind.GenerateBlock and not member.isUninstantiated else None


def walk(scope, into_instances=True):
    """All members of a scope, those of its blocks and instances too."""
    for member in scope:
        yield member
        within = inside(member)
        if within is not None and (into_instances or member.kind != Kind.Instance):
            yield from walk(within, into_instances)


def bodies(scope):
    return [member.body for member in walk(scope) if member.kind == Kind.Instance]


def signals(scope):
    return [member for member in walk(scope) if member.kind in SIGNALS]


def body_of(symbol):
    """The body of the instance in which a symbol is."""
    return symbol.parentScope.containingInstance


def values(expression):
    """(the name with its selects, the signal) for each signal that an expression reads."""
    found = {}

    def visit(node):
        if getattr(node, 'kind', None) not in (*SELECTS, *VALUES):
            return
        root = node
        while root.kind in SELECTS:
            root = root.value
        if root.kind in VALUES and root.symbol.kind in SIGNALS:
            start = root.sourceRange.start
            found.setdefault((str(start.buffer), start.offset), (node, root.symbol))

    expression.visit(visit)
    return list(found.values())
