# SPDX-License-Identifier: Apache-2.0
"""What the tools print, and how they end. Text from outside cannot act on a terminal."""

import os
import signal
import sys
import unicodedata

# Categories of characters that act, or that nobody sees: as base/show.h has it.
ACTING = {'Cc', 'Cf', 'Cs', 'Zl', 'Zp'}
NAMED = {'\n': '\\n', '\t': '\\t', '\r': '\\r'}


class Fault(Exception):
    """What the user must change: lines, which are printed without a trace."""

    def __init__(self, *lines):
        super().__init__('\n'.join(shown(line) for line in lines))


def escape(letter):
    code = ord(letter)
    if letter in NAMED:
        return NAMED[letter]
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is no UTF-8
        return f'\\x{code - 0xDC00:02x}'
    if code < 0x100:
        return f'\\x{code:02x}'
    return f'\\u{code:04x}' if code < 0x10000 else f'\\U{code:08x}'


def shown(text):
    """The text as one line that can be printed."""
    return ''.join(escape(c) if unicodedata.category(c) in ACTING else c for c in str(text))


def note(text):
    """A line for the user beside the output."""
    print(f'gnomon: {shown(text)}', file=sys.stderr, flush=True)


def write_text(path, text):
    """A new file."""
    try:
        with open(path, 'w', encoding='utf-8', errors='surrogateescape') as file:
            file.write(text)
    except OSError as error:
        raise Fault(f"cannot write '{path}': {error.strerror}") from error


def fault_of(error):
    """An error of the system with the file that it concerns."""
    path = error.filename2 or error.filename
    place = f"'{os.fsdecode(path)}': " if path is not None else ''
    return Fault(f'{place}{error.strerror or error}')


def discard():
    """Nothing more is written at the end of the program."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def finish():
    """All output is written, or the program fails."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        discard()
        raise Fault(f'cannot write to standard output: {error.strerror}') from error


def run(main):
    """Ends the program with the status of main()."""
    try:
        if sys.stdout is None:
            raise Fault('cannot write to standard output: it is closed')
        status = main()
        finish()
    except Fault as fault:
        sys.exit(f'gnomon: {fault}')
    except BrokenPipeError:  # nobody reads it any more, as behind `head`
        discard()
        sys.exit(1)
    except OSError as error:
        sys.exit(f'gnomon: {fault_of(error)}')
    except KeyboardInterrupt:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    sys.exit(status)
