// SPDX-License-Identifier: Apache-2.0
// The data of the page: from packed strings to arrays of numbers, which
// host/lib/out/page/data.h writes.

import { boardsOf } from './boards.js';
import { readMessages } from './messages.js';

const FORMAT = 4;

/** Why a part is not there, where the data gives no reason. */
const ABSENT = {
	messages: 'The run has no messages: no node with an event port recorded sends and receives.',
	calls: 'No call trees: the points of the run are not the entries and returns of functions.',
	parallelism:
		'The run has no critical path: that needs processes which send each other messages.',
};

/** Reads numbers of seven bits a byte from base64. */
export class Reader {
	constructor(text) {
		const bytes = atob(text);
		this.bytes = new Uint8Array(bytes.length);
		for (let i = 0; i < bytes.length; i++) this.bytes[i] = bytes.charCodeAt(i);
		this.at = 0;
	}

	get more() {
		return this.at < this.bytes.length;
	}

	number() {
		let value = 0;
		let scale = 1;
		for (;;) {
			const byte = this.bytes[this.at++];
			value += (byte & 0x7f) * scale;
			if (byte < 0x80) return value;
			scale *= 128;
		}
	}

	/** May be negative. */
	step() {
		const value = this.number();
		return value % 2 ? -(value + 1) / 2 : value / 2;
	}
}

function readers(list) {
	return list.map((text) => new Reader(text));
}

/** The first place in a sorted array whose value is `value` or more. */
export function lower(array, value, from = 0, to = array.length) {
	while (from < to) {
		const middle = (from + to) >>> 1;
		if (array[middle] < value) from = middle + 1;
		else to = middle;
	}
	return from;
}

/** How the number of a column is packed (host/lib/out/page/table.h): i is its place in the row. */
const FORMS = {
	number: (reader) => reader.number(),
	later: (reader, row, i) => row[i] + reader.number(),
	step: (reader, row, i) => row[i] + reader.step(),
	above: (reader, row, i) => row[i - 1] + reader.number(),
	below: (reader, row, i) => row[i - 1] - reader.number(),
	beside: (reader, row, i) => row[i - 1] + reader.step(),
};

/** Calls `take` with each row of a list: its numbers, in the order of `columns`. */
function eachRow(columns, texts, take) {
	const forms = columns.map(({ form }) => FORMS[form]);
	const row = new Float64Array(columns.length);
	for (const reader of readers(texts)) {
		row.fill(0);
		while (reader.more) {
			for (let i = 0; i < forms.length; i++) row[i] = forms[i](reader, row, i);
			take(row);
		}
	}
}

/** The place of each column in a row, by its name. */
function placesOf(columns) {
	return Object.fromEntries(columns.map(({ name }, i) => [name, i]));
}

/** Rows as objects: the numbers by the names of the columns. */
export function readRows(columns, texts) {
	const list = [];
	const names = columns.map(({ name }) => name);
	eachRow(columns, texts, (row) => {
		const one = {};
		for (let i = 0; i < names.length; i++) one[names[i]] = row[i];
		list.push(one);
	});
	return list;
}

/** The texts of a column of names, by their numbers. */
function textsOf(columns, name) {
	return columns.find((column) => column.name === name).names;
}

/** Intervals that go on behind the last cycle of a window: without an end that is known. */
function addOpen(part, flat) {
	for (const { node, name, from } of readRows(part.columns, part.rows))
		flat[node].push(from, Infinity, name, -1, NaN);
}

/** Events of each node, in order of time. */
function readEvents(part, nodes) {
	const total = part.shown;
	const at = placesOf(part.columns);
	const node = new Uint16Array(total);
	const name = new Uint32Array(total);
	const time = new Float64Array(total);
	const counts = new Array(nodes).fill(0);
	let i = 0;
	eachRow(part.columns, part.rows, (row) => {
		node[i] = row[at.node];
		name[i] = row[at.name];
		time[i] = row[at.time];
		counts[node[i++]]++;
	});
	const of = counts.map((count) => ({
		time: new Float64Array(count),
		name: new Uint32Array(count),
	}));
	const next = new Array(nodes).fill(0);
	for (i = 0; i < total; i++) {
		const k = node[i];
		of[k].time[next[k]] = time[i];
		of[k].name[next[k]++] = name[i];
	}
	return of;
}

/**
 * Intervals of each node and level, in order of time. An interval is on the lowest level that is
 * free from its begin on, above all that hold it; so those of one level never overlap.
 */
function readSpans(part, nodes, open) {
	const flat = Array.from({ length: nodes }, () => []);
	const at = placesOf(part.columns);
	eachRow(part.columns, part.rows, (row) =>
		flat[row[at.node]].push(
			row[at.from],
			row[at.time],
			row[at.name],
			row[at.status],
			row[at.exact ?? at.time] - row[at.from],
		),
	);
	if (open) addOpen(open, flat);
	const words = textsOf(part.columns, 'status');
	return flat.map((list) => levels(list, words));
}

function levels(flat, words) {
	const order = Uint32Array.from({ length: flat.length / 5 }, (_, i) => 5 * i);
	// of those that begin together, the longest first: it holds the others
	order.sort((a, b) => flat[a] - flat[b] || flat[b + 1] - flat[a + 1]);
	const rows = []; // of each level: places in `flat`
	const ends = [];
	for (const at of order) {
		let level = ends.length;
		while (level > 0 && ends[level - 1] <= flat[at]) level--;
		ends.length = level; // what is above has ended
		ends.push(flat[at + 1]);
		(rows[level] ??= []).push(at);
	}
	return rows.map((places) => ({
		begin: Float64Array.from(places, (at) => flat[at]),
		end: Float64Array.from(places, (at) => flat[at + 1]),
		interval: Uint16Array.from(places, (at) => flat[at + 2]),
		status: places.map((at) => words[flat[at + 3]] ?? 'it goes on'),
		cycles: Float64Array.from(places, (at) => flat[at + 4]), // of its own board
	}));
}

/** Stretches of each node of which nothing is known, in order of their begins. */
function readLosses(part, nodes) {
	const lists = Array.from({ length: nodes }, () => []);
	const words = textsOf(part.columns, 'why');
	for (const row of readRows(part.columns, part.rows))
		lists[row.node].push({ ...row, why: words[row.why] });
	return lists.map((list) => {
		list.sort((a, b) => a.from - b.from);
		let most = 0;
		return {
			why: list.map((row) => row.why),
			from: Float64Array.from(list, (row) => row.from),
			to: Float64Array.from(list, (row) => (most = Math.max(most, row.to))),
			lost: list.map((row) => row.lost),
		};
	});
}

/**
 * Of each node and column the kinds that took any of it: [[kind, share 0..1], ...]. The kinds are
 * the intervals of the report, then the reasons of losses.
 */
function readOverview(part) {
	return {
		...part,
		nodes: readers(part.nodes).map((reader) =>
			Array.from({ length: part.columns }, () =>
				Array.from({ length: reader.number() }, () => [
					reader.number(),
					reader.number() / part.whole,
				]),
			),
		),
	};
}

/** Events of a name at a node in each period of the run; a 0 is followed by how many there are. */
function readRates(part) {
	return part.of.map(({ node, name, counts }) => {
		const reader = new Reader(counts);
		const of = new Float64Array(part.periods);
		for (let i = 0; i < part.periods; i++) {
			of[i] = reader.number();
			if (!of[i]) i += reader.number() - 1;
		}
		return { node, name, counts: of };
	});
}

function addUp(rates, periods) {
	const sum = new Float64Array(periods);
	for (const { counts } of rates) counts.forEach((n, i) => (sum[i] += n));
	return sum;
}

/**
 * What each pair counted, in rows that follow each other in time: from one sample to the next one.
 * `part`: A counts no cycle in which B does not.
 */
function readSamples({ columns, of }) {
	return of.map((history) => ({ ...history, rows: readRows(columns, [history.rows]) }));
}

/** Whether what needs all of the trace has not come yet. */
function isWaiting(data) {
	return data.newest === true && data.wholeEnd === undefined;
}

/** Why parts are not there. */
function reasons(data) {
	const words = { ...ABSENT };
	if (isWaiting(data))
		return Object.fromEntries(
			Object.keys(words).map((key) => [
				key,
				'Not there yet: this needs all of the trace, which is being read.',
			]),
		);
	for (const key of Object.keys(words))
		if (data[key]?.absent) words[key] = `The run has none: ${data[key].absent}.`;
	if (data.messages) {
		const alone = data.messages.alone.map(
			({ event, text, count }) => `${count} ${event}s: ${text}`,
		);
		words.messages = `No send of the run could be matched to a receive${alone.length ? ` (${alone.join('; ')})` : ''}.`;
	}
	return words;
}

/** A part, or null where it only has the reason why it is not there. */
function there(part) {
	return part && !part.absent ? part : null;
}

/** A part of the run, as the server of a live page gives it (host/lib/out/live/live.h). */
export function decodeWindow({ report }, data) {
	const nodes = report.nodes.length;
	return {
		detail: { from: data.events.from, to: data.events.to, spansTo: data.spans.to },
		parts: {
			names: data.names,
			events: readEvents(data.events, nodes),
			spans: readSpans(data.spans, nodes, data.open),
			losses: readLosses(data.losses, nodes),
		},
	};
}

/** What the page shows, from the object of the host. */
export function decode(data) {
	if (data.format !== FORMAT)
		throw new Error(
			`the data has format ${data.format}, the page reads format ${FORMAT}`,
		);
	const { report } = data;
	const begin = Number(report.run.begin);
	const nodes = report.nodes.length;
	const rates = readRates(data.rates);
	const { periods } = data.rates;
	return {
		report,
		version: data.version,
		newest: data.newest === true,
		wholeEnd: data.wholeEnd ?? null,
		hz: report.run.clock_hz,
		begin,
		end: Math.max(Number(report.run.end), begin + 1),
		nodes: report.nodes.map((node) => node.name),
		...boardsOf(report),
		names: data.names,
		intervals: report.intervals,
		overview: readOverview(data.overview),
		detail: {
			...data.events,
			rows: null,
			spansTo: data.spans.to,
			spansShown: data.spans.shown,
			spansAll: data.spans.all ?? null,
		},
		events: readEvents(data.events, nodes),
		spans: readSpans(data.spans, nodes, data.open),
		losses: readLosses(data.losses, nodes),
		lossesLeftOut: (data.losses.all ?? data.losses.shown) - data.losses.shown,
		rates,
		rateOf: report.nodes.map((_, k) =>
			addUp(
				rates.filter(({ node }) => node === k),
				periods,
			),
		),
		rateOfAll: addUp(rates, periods),
		periods,
		samples: data.samples ? readSamples(data.samples) : [],
		messages: readMessages(data.messages, data.parallelism, report),
		calls: there(data.calls),
		parallelism: there(data.parallelism),
		absent: reasons(data),
	};
}
