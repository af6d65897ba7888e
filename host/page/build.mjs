// SPDX-License-Identifier: Apache-2.0
// Makes one HTML file of the page: its program and its style, and marks for what the writer adds.
//
//   node build.mjs NODE_MODULES OUT.html
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const [modules, out] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const { buildSync } = createRequire(join(resolve(modules), 'any.js'))('esbuild');

function bundle(name) {
	const made = buildSync({
		entryPoints: [join(here, 'src', name)],
		nodePaths: [resolve(modules)],
		bundle: true,
		minify: true,
		write: false,
		format: 'iife',
		target: ['chrome100', 'firefox100', 'safari15'],
		charset: 'utf8',
		legalComments: 'inline',
		define: { 'process.env.NODE_ENV': '"production"' },
		logLevel: 'warning',
	});
	return made.outputFiles[0].text;
}

// what would end the element early
const script = bundle('main.js').replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
const style = bundle('style.css').replaceAll('</style', '<\\/style');
const hash = createHash('sha256').update(script).digest('base64');
const parts = { STYLE: style, SCRIPT: script, HASH: `'sha256-${hash}'` };
const page = readFileSync(join(here, 'src', 'page.html'), 'utf8').replace(
	/@(STYLE|SCRIPT|HASH)@/g,
	(_, name) => parts[name],
);
const marks = page.match(/@(CONNECT|TITLE|DATA)@/g).join(' ');
if (marks !== '@CONNECT@ @TITLE@ @DATA@') throw new Error(`marks of the page: ${marks}`);
writeFileSync(`${out}.new`, page);
renameSync(`${out}.new`, out);
