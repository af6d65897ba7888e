# SPDX-License-Identifier: Apache-2.0
"""What each input of a monitor is connected to: expressions of the description, and whether the
design has what they name.

An expression is a hierarchical name with indices, slices and members, a constant, or what operators
and concatenations make of them. slang binds it in the place where it will stand.
"""

import re

import resets
import symbols
from pyslang import analysis, ast, syntax
from say import Fault

Kind = syntax.SyntaxKind
# what an expression may consist of; what else there is can call, assign or cast
PARTS = {
    *(Kind.ScopedName, Kind.IdentifierName, Kind.IdentifierSelectName),
    *(Kind.ElementSelect, Kind.BitSelect, Kind.SimpleRangeSelect),
    *(Kind.AscendingRangeSelect, Kind.DescendingRangeSelect),
    *(Kind.IntegerLiteralExpression, Kind.IntegerVectorExpression),
    *(Kind.ParenthesizedExpression, Kind.ConcatenationExpression),
    *(Kind.MultipleConcatenationExpression, Kind.ConditionalExpression),
    *(Kind.ConditionalPredicate, Kind.ConditionalPattern),
    *(Kind.ElementSelectExpression, Kind.MemberAccessExpression),
    *(Kind.UnaryLogicalNotExpression, Kind.UnaryBitwiseNotExpression),
    *(Kind.UnaryBitwiseAndExpression, Kind.UnaryBitwiseOrExpression),
    *(Kind.UnaryBitwiseXorExpression, Kind.UnaryBitwiseNandExpression),
    *(Kind.UnaryBitwiseNorExpression, Kind.UnaryBitwiseXnorExpression),
    *(Kind.BinaryAndExpression, Kind.BinaryOrExpression, Kind.BinaryXorExpression),
    *(Kind.BinaryXnorExpression, Kind.LogicalAndExpression, Kind.LogicalOrExpression),
    *(Kind.EqualityExpression, Kind.InequalityExpression, Kind.LessThanExpression),
    *(Kind.LessThanEqualExpression, Kind.GreaterThanExpression),
    *(Kind.GreaterThanEqualExpression, Kind.AddExpression, Kind.SubtractExpression),
    *(Kind.LogicalShiftLeftExpression, Kind.LogicalShiftRightExpression),
}
NAMES = (Kind.ScopedName, Kind.IdentifierName, Kind.IdentifierSelectName)
# printable ASCII without what begins a directive, a string, a system call or a comment
TEXT = re.compile(r'[\w !#%&()*+,./:<=>?@\[\\\]^{|}~\'-]+', re.ASCII)


BEFORE = r'(?<![\w$.\\])'  # of the first part of a name


class Probe:
    """An input of the monitor, and the expression that drives it."""

    def __init__(self, port, place):
        self.port, self.place = port, place
        self.name, self.width = port['name'], port['width']
        self.text = port['connect'].strip()
        self.tree = None
        fault = self.parse()
        if fault:
            raise Fault(f'{place}: {fault}')
        self.alone = self.tree.root.kind in NAMES

    def parse(self):
        """What is wrong with the text; None: nothing."""
        if not TEXT.fullmatch(self.text) or '//' in self.text or '/*' in self.text:
            return f"'{self.text}' is no expression: names, constants and operators"
        self.tree = syntax.SyntaxTree.fromText(self.text)
        root = self.tree.root
        if not isinstance(root, syntax.ExpressionSyntax) or len(self.tree.diagnostics):
            return f"'{self.text}' is no expression"
        for node in nodes(root):
            if node.kind not in PARTS:
                return f"'{self.text}': '{str(node).strip()}' is more than names and operators"
        return None

    def names(self):
        """The longest names in the expression, as they are written."""
        found = []

        def walk(node):
            if node.kind in NAMES:
                found.append(str(node).strip())
                return
            for child in node:
                if isinstance(child, syntax.SyntaxNode):
                    walk(child)

        walk(self.tree.root)
        return found

    def is_constant(self):
        return not self.names()

    def verilog(self, replaced=None, within=None):
        """The expression as it is connected; an operator's width is its own, not the port's.
        `replaced`: names that stand for others. `within`: the module whose signals need no path."""
        text = self.text
        for name, by in (replaced or {}).items():
            text = re.sub(rf'{BEFORE}{re.escape(name)}(?![\w$.])', by, text)
        if within:
            text = re.sub(rf'{BEFORE}{re.escape(within)}\s*\.\s*', '', text)
        text += ' ' if '\\' in text else ''  # which ends an escaped name
        return text if self.alone else f'{{{text}}}'

    def what(self):
        """The signal of the description, for messages."""
        signal = self.port.get('signal', self.name)
        node = self.port.get('node')
        return f"'{signal}' of node '{node}'" if node else f"'{signal}'"


def nodes(root):
    yield root
    for child in root:
        if isinstance(child, syntax.SyntaxNode):
            yield from nodes(child)


class Checker:
    """Whether the connections of an elaborated wrapper are what the monitor can read."""

    def __init__(self, plain, wrapped, instance, hold=None):
        self.plain, self.wrapped, self.hold = plain, wrapped, hold
        connections = wrapped.find(instance).portConnections
        self.connections = {c.port.name: c.expression for c in connections}
        self.analysis = analysis.AnalysisManager()
        self.analysis.analyze(wrapped.compilation)
        self.bodies = symbols.bodies(wrapped.body())

    def fault(self, probe):
        """What is wrong with a connection that elaborates; None: nothing."""
        expression = self.connections[probe.name]
        while is_implicit(expression):
            expression = expression.operand
        width = expression.type.bitWidth
        if width != probe.width:
            return f"{probe.what()} has {bits(probe.width)}, '{probe.text}' has {bits(width)}"
        for value, symbol in symbols.values(expression):
            fault = self.undriven(value, symbol)
            if fault:
                place = self.wrapped.where(symbol.location)
                return f"'{symbol_name(self.plain.top, symbol)}' ({place}) {fault}"
        return resets.fault(self, probe, expression) if probe.port['role'] == 'rst' else None

    def undriven(self, value, symbol):
        """What is wrong with the drivers of a signal, or of a part of it."""
        drivers = self.drivers(symbol)
        used = value_bounds(value, symbol)
        hits = [d for d in drivers if d.bounds[0] <= used[1] and used[0] <= d.bounds[1]]
        single = [d for d in hits if d.kind == analysis.DriverKind.Continuous]
        if symbol.kind == ast.SymbolKind.Net and overlapping(single):
            places = sorted({self.wrapped.where(d.sourceRange.start) for d in single})
            return f'has several drivers: {", ".join(filter(None, places))}'
        if not hits and not symbol.initializer and self.must_be_driven(symbol):
            return 'has no driver'
        return None

    def must_be_driven(self, symbol):
        """An instance whose module slang does not know can drive a net, an inout can, and what
        belongs to an interface."""
        body = symbols.body_of(symbol)
        if body.definition.definitionKind != ast.DefinitionKind.Module:
            return False
        port = body.findPort(symbol.name)
        if port is not None and port.direction != ast.ArgumentDirection.Out:
            return False
        if symbol.kind == ast.SymbolKind.Net and symbol.netType.netKind not in PLAIN_NETS:
            return False
        return not any(
            m.kind == ast.SymbolKind.UninstantiatedDef for m in symbols.walk(body, False)
        )

    def drivers(self, symbol):
        return self.analysed(symbol)[0]

    def analysed(self, symbol):
        """(drivers, body of the instance in which they are): slang analyses one instance of those
        that are the same."""
        own = symbols.body_of(symbol)
        found = self.analysis.getDrivers(symbol)
        if found:
            return found, own
        path = symbol.hierarchicalPath[len(own.hierarchicalPath) :]
        for body in self.bodies:
            if body.definition is own.definition and body.hasSameType(own):
                other = self.wrapped.find(body.hierarchicalPath + path)
                found = self.analysis.getDrivers(other) if other is not None else []
                if found:
                    return found, body
        return [], own


PLAIN_NETS = (ast.NetType.NetKind.Wire, ast.NetType.NetKind.Tri)


def bits(count):
    return f'{count} bit' if count == 1 else f'{count} bits'


def is_implicit(expression):
    return expression.kind == ast.ExpressionKind.Conversion and expression.isImplicit


def symbol_name(top, symbol):
    """The name of a signal from the user's top."""
    path = symbol.hierarchicalPath
    start = re.search(rf'(^|\.){re.escape(top)}\.', path)
    return top + '.' + path[start.end() :] if start else path


def value_bounds(value, symbol):
    """The bits of the signal that are read."""
    return ast.ValuePath(value, ast.EvalContext(symbol)).lspBounds


def overlapping(drivers):
    ends = sorted(d.bounds for d in drivers)
    return any(after[0] <= before[1] for before, after in zip(ends, ends[1:], strict=False))
