# SPDX-License-Identifier: Apache-2.0
"""Whether the monitor leaves its reset: it must not wait for what waits for the monitor."""

import symbols
from pyslang import ast
from say import note

ASSIGNS = (ast.SymbolKind.ContinuousAssign, ast.SymbolKind.ProceduralBlock)
DRIVEN = (ast.ArgumentDirection.Out, ast.ArgumentDirection.InOut)


def fault(checker, probe, expression):
    """What is wrong with the reset of a monitor; None: nothing."""
    if probe.is_constant():
        if expression.eval(ast.EvalContext(checker.wrapped.body())).isTrue():
            return f"'{probe.text}': a monitor that is always in reset measures nothing"
        note(
            f"{probe.place}: warning: '{probe.text}': without a reset the monitor works in an FPGA "
            'that sets its registers, and not in a simulation'
        )
        return None
    top, hold = checker.plain.top, checker.hold
    held = checker.wrapped.find(f'{checker.wrapped.top}.{top}.{hold.port}') if hold else None
    if held is None or not depends(checker, expression, held):
        return None
    return (
        f"'{probe.text}' depends on '{top}.{hold.port}', which waits for the monitor (--hold): write "
        f"'{hold.written()}', which is the port itself and does not wait"
    )


def depends(checker, expression, wanted):
    """Whether an expression depends on a signal, through ports, assignments and blocks."""
    seen = set()
    ahead = [symbol for _, symbol in symbols.values(expression)]
    while ahead:
        symbol = ahead.pop()
        if symbol.hierarchicalPath == wanted.hierarchicalPath:
            return True
        if symbol.hierarchicalPath not in seen:
            seen.add(symbol.hierarchicalPath)
            ahead += sources(checker, symbol)
    return False


def sources(checker, symbol):
    """The signals of which a signal is made."""
    body = symbols.body_of(symbol)
    port = body.findPort(symbol.name) if body.parentInstance else None
    found = []
    if port is not None and port.kind == ast.SymbolKind.Port:
        joined = body.parentInstance.getPortConnection(port)
        found += read(joined.expression) if joined is not None else []
    if symbol.initializer:
        found += read(symbol.initializer)
    drivers, other = checker.analysed(symbol)
    for driver in drivers:
        found += [moved(checker, s, other, body) for s in drives(driver.containingSymbol, driver)]
    return [symbol for symbol in found if symbol is not None]


def moved(checker, symbol, other, body):
    """The symbol of one instance that is that of another instance of the module."""
    path, start = symbol.hierarchicalPath, other.hierarchicalPath + '.'
    if other is body or not path.startswith(start):
        return symbol
    return checker.wrapped.find(f'{body.hierarchicalPath}.{path[len(start) :]}')


def drives(by, driver):
    """The signals that a driver reads: of an instance, those behind its outputs."""
    if by.kind == ast.SymbolKind.Instance:
        return [
            joined.port.internalSymbol
            for joined in by.portConnections
            if joined.port.kind == ast.SymbolKind.Port
            and joined.port.direction in DRIVEN
            and driver.symbol in read(joined.expression)
            and joined.port.internalSymbol is not None
        ]
    return read(by) if by.kind in ASSIGNS else []


def read(node):
    """The signals in an expression, an assignment or a block."""
    return [symbol for _, symbol in symbols.values(node)] if node is not None else []
