// SPDX-License-Identifier: Apache-2.0
// Perfetto's own trace processor, that of its viewer: rows of queries, as a JSON list of lists.
//
//   perfetto_sql.mjs FOLDER TRACE < QUERIES (a JSON list)
//
// FOLDER has trace_processor.wasm, the worker that runs it in a browser (engine_bundle.node.js),
// and the class that the viewer's frontend speaks to it with (engine.mjs). Here the worker runs
// beside that class, and is given what it uses of a browser.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';

const [folder, trace] = process.argv.slice(2).map(name => path.resolve(name));
const { EngineBase } = await import(pathToFileURL(path.join(folder, 'engine.mjs')).href);
const said = [];
const say = line => said.push(line);

// The worker's way to files: it finds the one that it asks for beside itself.
class Request {
  open(_, url) {
    this.name = path.basename(url);
  }
  send() {
    this.status = 200;
    this.response = new Uint8Array(readFileSync(path.join(folder, this.name))).buffer;
  }
}

// The package has the processor for addresses of 32 bits only, so the worker's probe for more must
// fail: a module whose first section (byte 8) is a memory.
class Module extends WebAssembly.Module {
  constructor(bytes) {
    if (bytes[8] === 5) throw new Error('no memory64');
    super(bytes);
  }
}

function startWorker() {
  const file = path.join(folder, 'engine_bundle.node.js');
  Object.assign(globalThis, {
    self: globalThis,
    WorkerGlobalScope: class {},
    XMLHttpRequest: Request,
    location: { href: pathToFileURL(folder).href + '/' },
  });
  Object.assign(WebAssembly, { Module });
  Object.assign(console, { log: say, warn: say });
  vm.runInThisContext(readFileSync(file, 'utf8'), { filename: file });
}

class Engine extends EngineBase {
  mode = 'WASM';
  id = 'test';

  constructor(port) {
    super();
    this.port = port;
    port.onmessage = message => this.onRpcResponseBytes(message.data);
  }
  rpcSendRequestBytes(data) {
    this.port.postMessage(data);
  }
  [Symbol.dispose]() {
    this.port.close();
  }
}

function text(value) {
  if (typeof value === 'bigint') return String(value);
  return value === undefined ? 'null' : JSON.stringify(value);
}

function rowsOf(result) {
  const rows = [];
  for (const row = result.iter({}); row.valid(); row.next())
    rows.push(`[${result.columns().map(name => text(row.get(name))).join(',')}]`);
  return `[${rows.join(',\n')}]`;
}

const { port1, port2 } = new MessageChannel();
startWorker();
self.onmessage({ data: port1 });
const engine = new Engine(port2);
try {
  await engine.parse(new Uint8Array(readFileSync(trace)));
  await engine.notifyEof();
  const found = [];
  for (const query of JSON.parse(readFileSync(0, 'utf8')))
    found.push(rowsOf(await engine.query(query)));
  process.stdout.write(`[${found.join(',\n')}]\n`);
} catch (fault) {
  console.error(fault, said.slice(-20).join('\n'));
  process.exitCode = 1;
}
port1.close();
