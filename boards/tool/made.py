# SPDX-License-Identifier: Apache-2.0
"""What `gnomon build` made in its folders. A folder has the list .gnomon, as base/made.h states: a
line a name, written before the file that it names. Only what a list names is ever removed.
"""

import fcntl
import os
import stat

from say import Fault, write_text

LIST = '.gnomon'
HEAD = 'gnomon made these files. It removes them, and no others, when it replaces this folder.'


def listed(folder):
    """The names of a folder's list; None: there is none that gnomon wrote."""
    path = os.path.join(folder, LIST)
    if os.path.islink(path) or not os.path.isfile(path):
        return None
    with open(path, encoding='utf-8', errors='surrogateescape') as file:
        text = file.read()
    if HEAD.startswith(text.rstrip('\n')):  # also one that was not written whole
        return set()
    head, *names = text.split('\n')
    return set(names[:-1]) if head == HEAD else None


def is_file(path):
    return stat.S_ISREG(os.lstat(path).st_mode)


def check_folder(path):
    """Fails where the folder cannot be replaced: gnomon did not make all of it."""
    if not os.path.lexists(path):
        return
    if os.path.islink(path) or not os.path.isdir(path):
        raise Fault(f"'{path}' is not a folder, so it is not replaced")
    names = {LIST} | (listed(path) or set())
    for name in sorted(os.listdir(path)):
        if name not in names or not is_file(os.path.join(path, name)):
            raise Fault(
                f"'{path}' holds '{name}', which gnomon did not make, so it is not replaced"
            )


def replace_folder(path, names):
    """An empty folder in which these files will be made."""
    check_folder(path)
    os.makedirs(path, exist_ok=True)
    for name in sorted(os.listdir(path), key=lambda name: name == LIST):  # the list goes last
        os.unlink(os.path.join(path, name))
    write_text(os.path.join(path, LIST), '\n'.join([HEAD, *names, '']))


def check_file(folder, name):
    """Fails where the file of that name is not gnomon's."""
    names = listed(folder)
    path = os.path.join(folder, LIST)
    if names is None and os.path.lexists(path):
        raise Fault(f"'{path}' is in the way: gnomon did not make it")
    path = os.path.join(folder, name)
    if os.path.lexists(path) and (name not in (names or ()) or not is_file(path)):
        raise Fault(f"'{path}' is in the way: gnomon did not make it")


def remove_file(folder, name):
    """Makes room for a file of that name, and lists it."""
    check_file(folder, name)
    names = listed(folder)
    if not names:
        write_text(os.path.join(folder, LIST), f'{HEAD}\n{name}\n')
    elif name not in names:
        with open(os.path.join(folder, LIST), 'a', encoding='utf-8') as file:
            file.write(name + '\n')
    elif os.path.lexists(os.path.join(folder, name)):
        os.unlink(os.path.join(folder, name))


def lock(folder):
    """Keeps other builds out of a folder as long as the program runs."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Fault(f"another gnomon builds in '{folder}'") from error
