#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Manual pages and completions, made from what `gnomon --help` and `gnomon COMMAND --help` print.

manual.py GNOMON OUT: OUT/gnomon.1 and OUT/gnomon-COMMAND.1 (by help2man), OUT/gnomon.bash,
OUT/_gnomon (zsh).
The help itself is printed from the tables of options, so nothing here has to be kept by hand.
"""

import os
import re
import shlex
import stat
import subprocess
import sys
import tempfile

COMMAND = re.compile(r'^  ([a-z-]+) +(\S.*)$')
OPTION = re.compile(r'^  (?:-(\w), |    )--([\w-]+)(?:\[=(\w+)\]| ([A-Z]\S*))? +(\S.*)$')
FILES = {'FILE', 'ELF', 'DIR', 'RUN', 'EXPERIMENT'}  # values that are paths

# The text of the pages beside the help: links to other pages.
SEE = """[SEE ALSO]
{others}
.PP
The guide, and the formats of descriptions, experiments and reports, are in the folder docs of the
source.
"""


def output(*command):
    """What a command prints, with each paragraph and each row in one line."""
    wide = {**os.environ, 'COLUMNS': '1000'}
    return subprocess.run(command, check=True, capture_output=True, text=True, env=wide).stdout


def commands_of(gnomon):
    """[(command, summary)] in the order of the help."""
    rows = [COMMAND.match(line) for line in output(gnomon, '--help').splitlines()]
    return [row.groups() for row in rows if row]


def options_of(gnomon, command):
    """[(letter or None, name, value or None, help)]"""
    rows = [OPTION.match(line) for line in output(gnomon, command, '--help').splitlines()]
    return [(r[1], r[2], r[3] or r[4], r[5]) for r in rows if r]


def write_page(gnomon, folder, command, summary, others):
    """One page: help2man calls a script that prints the help as it wants it."""
    page = f'gnomon-{command}' if command else 'gnomon'
    words = [shlex.quote(os.path.abspath(gnomon))] + ([command] if command else [])
    with tempfile.TemporaryDirectory() as temp:
        script, see = os.path.join(temp, page), os.path.join(temp, 'see')
        with open(script, 'w') as f:
            f.write(
                f'#!/bin/sh\n{" ".join(words)} "$@" | sed "s/^usage:/Usage:/; s/^options:/Options:/"\n'
            )
        os.chmod(script, os.stat(script).st_mode | stat.S_IXUSR)
        with open(see, 'w') as f:
            f.write(SEE.format(others=',\n'.join(f'.BR {o} (1)' for o in others)))
        text = output(
            'help2man',
            '--no-info',
            '--section=1',
            f'--name={summary}',
            f'--include={see}',
            f'--version-string={page} ' + output(gnomon, '--version').split()[1],
            script,
        )
    with open(os.path.join(folder, f'{page}.1'), 'w') as f:
        f.write(text)


def bash_of(commands, options):
    cases = []
    for command, _ in commands:
        words = ' '.join(f'--{name}' for _, name, _, _ in options[command])
        cases.append(f'\t{command}) words="{words}" ;;')
    names = ' '.join(command for command, _ in commands)
    return f"""# bash completion of gnomon; made from its help
_gnomon() {{
\tlocal words= current=${{COMP_WORDS[COMP_CWORD]}}
\tif [ "$COMP_CWORD" = 1 ]; then
\t\twords="{names} --help --version"
\telse
\t\tcase ${{COMP_WORDS[1]}} in
{chr(10).join(cases)}
\t\tesac
\tfi
\tcase $current in
\t-*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
\t*) [ "$COMP_CWORD" != 1 ] || COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
\tesac
}}
complete -o default -F _gnomon gnomon
"""


def zsh_text(text):
    """A text that can be written in brackets in single quotes."""
    return re.sub(r'([\[\]:\\])', r'\\\1', text).replace("'", "'\\''")


def zsh_option(letter, name, value, text):
    argument = (
        f':{zsh_text(value)}:{"_files" if value.rstrip("/") in FILES else " "}' if value else ''
    )
    body = f"'[{zsh_text(text)}]{argument}'"
    return f"'(-{letter} --{name})'{{-{letter},--{name}}}{body}" if letter else f'--{name}{body}'


def zsh_of(commands, options):
    names = ' '.join(f"'{command}:{zsh_text(summary)}'" for command, summary in commands)
    cases = []
    for command, _ in commands:
        rows = ' '.join(zsh_option(*row) for row in options[command])
        cases.append(f"\t{command}) _arguments {rows} '*:file:_files' ;;")
    return f"""#compdef gnomon
# zsh completion of gnomon; made from its help
local -a commands
commands=({names})
if (( CURRENT == 2 )); then
\t_describe command commands
else
\tshift words
\t(( CURRENT-- ))
\tcase $words[1] in
{chr(10).join(cases)}
\tesac
fi
"""


def main():
    gnomon, folder = sys.argv[1:]
    commands = commands_of(gnomon)
    options = {command: options_of(gnomon, command) for command, _ in commands}
    if not commands or not all(options.values()):
        sys.exit('manual.py: the help has no commands, or a command no options')
    os.makedirs(folder, exist_ok=True)
    pages = [f'gnomon-{command}' for command, _ in commands]
    write_page(gnomon, folder, None, 'measure programs with a monitor in hardware', pages)
    for command, summary in commands:
        write_page(gnomon, folder, command, summary, ['gnomon'])
    for name, text in (
        ('gnomon.bash', bash_of(commands, options)),
        ('_gnomon', zsh_of(commands, options)),
    ):
        with open(os.path.join(folder, name), 'w') as f:
            f.write(text)


if __name__ == '__main__':
    main()
