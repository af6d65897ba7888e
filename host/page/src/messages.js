// SPDX-License-Identifier: Apache-2.0
// Messages between processes, from the data of the host.
import { Reader, lower, readRows } from './data.js';
import { atLeast, number, rate } from './format.js';

/** What an arc of the hot-spot graph, or a cell of the matrix, can show. */
export const METRICS = [
	{
		key: 'rate',
		text: 'messages/s',
		rate: true,
		value: (pair, model) => (pair.messages * model.hz) / model.messages.cycles,
	},
	{
		key: 'volume',
		text: 'bytes/s',
		rate: true,
		value: (pair, model) => (pair.bytes * model.hz) / model.messages.cycles,
	},
	{ key: 'count', text: 'messages', least: true, value: (pair) => pair.messages },
	{ key: 'bytes', text: 'bytes', least: true, value: (pair) => pair.bytes },
	{
		key: 'size',
		text: 'bytes a message',
		value: (pair) => (pair.messages ? pair.bytes / pair.messages : null),
	},
	// of the sender's messages in the queue of the receiver
	{ key: 'queue', text: 'queue length (mean)', value: (pair) => pair.queue.mean },
	{ key: 'longest', text: 'queue length (longest)', value: (pair) => pair.queue.max },
	{
		key: 'delay',
		text: 'cycles to arrive (mean)',
		value: (pair) => pair.transit.mean,
	},
];

/** A figure of messages as text: where some may be missing, a count is a lower bound. */
export function textOf(metric, value, { messages }) {
	const text = metric.rate ? rate(value) : number(value);
	return atLeast(metric.least && !messages.complete, text);
}

/** What is known of the order of both ends of a message. */
export const ORDERS = ['sure', 'undecided', 'tachyon'];

function orderOf({ from, to, undecided }) {
	if (undecided) return 1; // the bounds of the times of two boards leave it open
	return to < from ? 2 : 0;
}

/** Messages in order of their first end, with what finds those of a view. */
function readList(part, endpoints) {
	const list = readRows(part.columns, part.rows);
	const first = (m) => Math.min(m.from, m.to);
	list.sort((a, b) => first(a) - first(b));
	const begin = Float64Array.from(list, first);
	let latest = 0;
	const end = Float64Array.from(list, (m) => (latest = Math.max(latest, m.from, m.to)));
	const rows = {
		sent: Float64Array.from(list, (m) => m.from),
		received: Float64Array.from(list, (m) => m.to),
		from: Uint16Array.from(list, (m) => endpoints[m.sender].node),
		to: Uint16Array.from(list, (m) => endpoints[m.receiver].node),
		sender: Uint32Array.from(list, (m) => m.sender),
		receiver: Uint32Array.from(list, (m) => m.receiver),
		bytes: Float64Array.from(list, (m) => m.bytes),
		/** A place in ORDERS. */
		order: Uint8Array.from(list, orderOf),
		/** Places of those that are under way between two times. */
		within(from, to) {
			const places = [];
			const last = lower(begin, to);
			for (let i = lower(end, from); i < last; i++)
				if (Math.max(rows.sent[i], rows.received[i]) >= from)
					places.push(i);
			return places;
		},
	};
	return rows;
}

function unpack(text, periods) {
	const reader = new Reader(text);
	const counts = new Float64Array(periods);
	for (let i = 0; i < periods; i++) {
		counts[i] = reader.number();
		if (!counts[i]) i += reader.number() - 1;
	}
	return counts;
}

/** Share that a process ran of the time in which it is known which process of its node did, as the
 * report has it. */
function shareOf(node, number) {
	const all = node.port?.processes ?? [];
	const ran = all.find((p) => p.process === number);
	const cycles = all.reduce((sum, p) => sum + p.cycles, 0);
	return ran && cycles > 0 ? ran.cycles / cycles : null;
}

/** Processes, each with the place of its node; node and number distinguish those of one name. */
function readEndpoints(part, { nodes }) {
	const places = new Map(nodes.map(({ name }, i) => [name, i]));
	const names = part.endpoints.map(({ process }) => process);
	return part.endpoints.map(({ process, node, number: of, queue }) => {
		const alone = names.filter((name) => name === process).length === 1;
		return {
			name: alone ? process : `${process} ${node}:${of}`,
			node: places.get(node),
			queue,
			share: shareOf(nodes[places.get(node)], of),
		};
	});
}

/** null: the run has no messages. How many there are stands beside how parallel they were. */
export function readMessages(part, parallelism, report) {
	if (!part || !parallelism.messages) return null;
	const endpoints = readEndpoints(part, report);
	const histories = part.pairs.flatMap((pair) => {
		const name = `${endpoints[pair.from].name} → ${endpoints[pair.to].name}`;
		const key = `${endpoints[pair.from].name} ${endpoints[pair.to].name}`;
		return [
			{
				key: `messages ${key}`,
				text: `messages ${name}`,
				unit: '/s',
				name,
				counts: unpack(pair.counts, part.periods),
			},
			{
				key: `bytes ${key}`,
				text: `bytes ${name}`,
				unit: '/s',
				name,
				counts: unpack(pair.volumes, part.periods),
			},
		];
	});
	const unmatched = part.alone.reduce((sum, { count }) => sum + count, 0);
	return {
		...part,
		matched: parallelism.messages,
		tachyons: parallelism.tachyons,
		complete: !parallelism.breaks,
		endpoints,
		unmatched,
		rows: readList(part, endpoints),
		histories,
	};
}
