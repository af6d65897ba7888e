#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ports of modules as slang elaborates them: elaborate.py < REQUESTS > PORTS, both JSON. A request
is a file and the names of modules; for it there is a list of (module, name, direction, width), in
the order of the ports. The Python is that of the environment in which ./setup put pyslang.
"""

import json
import sys

from pyslang import Bag, SourceManager, ast, syntax

WORDS = {ast.ArgumentDirection.In: 'in', ast.ArgumentDirection.Out: 'out'}


def elaborate(path, modules):
    options = ast.CompilationOptions()
    options.topModules, options.flags = set(modules), ast.CompilationFlags.IgnoreUnknownModules
    unit = ast.Compilation(Bag([options]))
    unit.addSyntaxTree(syntax.SyntaxTree.fromFile(path, SourceManager()))
    tops = {top.name: top.body.portList for top in unit.getRoot().topInstances}
    return [
        (module, port.name, WORDS[port.direction], port.type.bitWidth)
        for module in modules
        for port in tops[module]
    ]


json.dump([elaborate(path, modules) for path, modules in json.load(sys.stdin)], sys.stdout)
