# SPDX-License-Identifier: Apache-2.0
"""A data set in a store of objects, which Arrow reads: s3://BUCKET/KEY, or s3a:// as Spark has it.
The environment has where the store is and who asks (AWS_ENDPOINT_URL, AWS_DEFAULT_REGION,
AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY), or the files of ~/.aws."""

from gnomon import layout
from gnomon.layout import END, MARK, NEW, RUNS
from gnomon.library import Error
from gnomon.listing import TRIES, Lists, Readable, changing, read_facts


class Store(Readable):
    """The parts of a data set at an address. The path in it is as it is: % is no escape.
    `unreadable`: as of listing.Folder."""

    def __init__(self, address, unreadable=None):
        import pyarrow.fs

        bucket, _, key = layout.STORE.sub('', address).partition('/')
        self.root = f'{bucket}/{key}'
        try:
            self.store, _ = pyarrow.fs.FileSystem.from_uri(f's3://{bucket}')
            with self.store.open_input_stream(f'{self.root}/{MARK}') as file:
                text = file.read().decode(errors='replace')
        except (OSError, pyarrow.ArrowException) as error:
            why = str(error).splitlines()[0]
            raise Error(f"cannot read '{address}/{MARK}': {why}") from None
        mark = layout.parsed(text, address)
        for _ in range(TRIES):
            there, self.coming = self.found()
            self.lists = Lists(address, self.store, self.root)
            names = there.get(RUNS, {})
            try:
                facts = read_facts(self.lists, names, unreadable)
            except FileNotFoundError:
                continue
            if there == self.found()[0]:
                break
        else:
            raise changing(address)
        tables = {table: there.get(table, {}) for table in mark['tables']}
        super().__init__(address, mark, facts, tables, names)
        self.unreadable = unreadable or {}

    def found(self):
        """The files of all tables, {table: {part: bytes}}, and the parts that are not at their
        place as a whole."""
        import pyarrow.fs

        found, coming = {}, set()
        for info in self.store.get_file_info(pyarrow.fs.FileSelector(self.root, recursive=True)):
            *folders, name = info.path[len(self.root) + 1 :].split('/')
            if len(folders) == 2 and folders[0] == NEW:
                coming.add(folders[1])
            elif len(folders) == 1 and name.endswith(END):
                if layout.PART.fullmatch(name[: -len(END)]):
                    found.setdefault(folders[0], {})[name[: -len(END)]] = info.size
        return found, coming

    def having(self, keys):
        """The parts that may have runs with these keys: all, as a store has no index."""
        del keys
        return list(self.parts)

    def rows_of(self, table, parts):
        """The rows of a table of these parts, for engines that read data sets of Arrow."""
        import pyarrow.dataset

        files = [self.lists.file(table, part) for part in self.having_file(table, parts)]
        schema = layout.runs_schema() if table == RUNS else layout.table_schema(self.mark, table)
        return pyarrow.dataset.FileSystemDataset(files, schema, self.lists.format, self.store)
