// SPDX-License-Identifier: Apache-2.0
// The tables of the report: those that most readers need by hand, all others by their JSON.
import { section } from './section.js';
import { table } from './table.js';
import { fill, h } from './dom.js';
import { atLeast, fieldsText, percent, seconds, whole } from './format.js';

function cycles(value, hz, partly = false) {
	return value === null || value === undefined
		? null
		: {
				text: atLeast(
					partly,
					`${whole(Math.round(value))} (${seconds(value / hz)})`,
				),
				value,
			};
}

/** A count, a sum or a maximum that may be a lower bound. */
function least(partly, value) {
	if (!partly || value === null || value === undefined) return value;
	return { text: atLeast(true, whole(value)), value };
}

/** A minimum that may be an upper bound. */
function most(partly, value) {
	if (!partly || value === null || value === undefined) return value;
	return { text: `≤ ${whole(value)}`, value };
}

function share(value, partly = false) {
	if (value === null || value === undefined) return null;
	return { text: `${partly ? '≤ ' : ''}${percent(value)}`, value };
}

function range(part) {
	if (!part) return null;
	return {
		text: part.lo === part.hi ? whole(part.lo) : `${whole(part.lo)}..${whole(part.hi)}`,
		value: part.lo,
	};
}

function nodesTable({ report }) {
	return table(
		'Nodes',
		[
			'node',
			'records',
			'events',
			'triggers',
			'writes',
			'words',
			'lost',
			'gaps',
			'holes',
			'seen',
			'from',
			'to',
		],
		report.nodes.map((n) => [
			n.name,
			n.records,
			least(n.at_least, n.events),
			least(n.at_least, n.triggers),
			least(n.at_least, n.writes),
			least(n.at_least, n.words),
			least(n.lost_at_least, n.lost),
			least(n.lost_at_least, n.gaps.length),
			n.holes.length,
			share(n.seen, n.seen_at_most),
			n.begin,
			n.end,
		]),
	);
}

function pointsTable({ report }) {
	const names = [
		...new Map(report.nodes.flatMap((n) => n.points).map((p) => [p.name, p])).values(),
	];
	if (!names.length) return null;
	return table(
		'Points: how often each fired at each node',
		['point', 'kind', ...report.nodes.map((n) => n.name)],
		names.map((point) => [
			point.name,
			point.what ?? point.kind,
			...report.nodes.map((node) => {
				const found = node.points.find((p) => p.name === point.name);
				return found ? least(found.at_least, found.count) : null;
			}),
		]),
	);
}

function intervalsTable({ report }) {
	if (!report.intervals.length) return null;
	const clocks = new Map(report.nodes.map((n) => [n.name, n.clock_hz]));
	const hz = (node) => clocks.get(node) ?? report.run.clock_hz;
	// nodes whose times are those of ticks; else no duration has a bound
	const coarse = report.nodes.some((n) => n.tick > 1);
	const rows = report.intervals.flatMap((interval) =>
		[
			...interval.nodes,
			...(interval.nodes.length > 1 ? [{ ...interval.all, node: 'all' }] : []),
		]
			.filter((n) => n.count || n.unfinished || n.unmatched || n.cut)
			.map((n) => [
				interval.name,
				n.node,
				least(n.at_least, n.count),
				cycles(n.total, hz(n.node), n.at_least),
				cycles(n.mean, hz(n.node)),
				...(coarse ? [n.mean_bound ?? 0] : []),
				most(n.at_least, n.min),
				least(n.at_least, n.max),
				...(coarse ? [n.bound ?? 0] : []),
				range(n.percentiles?.[50]),
				range(n.percentiles?.[90]),
				range(n.percentiles?.[99]),
				least(n.at_least, n.outermost?.total ?? null),
				least(n.at_least, n.self?.total ?? null),
				n.unfinished,
				n.unmatched,
				n.cut,
			]),
	);
	return table(
		'Intervals, in cycles',
		[
			'interval',
			'node',
			'count',
			'total',
			'mean',
			...(coarse ? ['± mean'] : []),
			'min',
			'max',
			...(coarse ? ['± each'] : []),
			'50%',
			'90%',
			'99%',
			'outermost',
			'self',
			'open',
			'unmatched',
			'cut',
		],
		rows,
	);
}

function count(part) {
	if (!part) return null;
	return part.min === part.max
		? part.value
		: {
				text: `${whole(part.value)} (${whole(part.min)}..${whole(part.max)})`,
				value: part.value,
			};
}

function ratiosTable({ report }) {
	const rows = report.nodes.flatMap((node) => [
		...node.ratios.map((r) => [
			r.name,
			node.name,
			`${r.a_of} of ${r.b_of}`,
			count(r.a),
			count(r.b),
			r.ratio,
		]),
		...node.measures.map((m) => [
			m.name,
			node.name,
			'measure',
			null,
			null,
			m.value ?? null,
		]),
	]);
	if (!rows.length) return null;
	return table(
		'Ratio counters over the whole run',
		['ratio', 'node', 'A of B', 'A', 'B', 'A/B'],
		rows,
	);
}

function lossesTable(model, key, caption) {
	const rows = model.report.nodes.flatMap((node) =>
		node[key].map((row) => ({ node: node.name, ...row })),
	);
	return plain(caption, rows);
}

/** Scalars of an object, one level deep, and cells. */
function flat(object) {
	const row = {};
	for (const [key, value] of Object.entries(object)) {
		if (value !== null && typeof value === 'object' && !('text' in value)) {
			if (Array.isArray(value)) {
				if (value.every((v) => typeof v !== 'object'))
					row[key] =
						value.length > 8
							? `${value.slice(0, 8).join(', ')}, …`
							: value.join(', ');
				else row[key] = value.length;
			} else
				for (const [k, v] of Object.entries(value))
					if (v === null || typeof v !== 'object')
						row[`${key} ${k}`] = v;
		} else row[key] = value;
	}
	return row;
}

/** A table of any objects. */
export function plain(caption, objects) {
	if (!objects.length) return null;
	const rows = objects.map(flat);
	const keys = [...new Set(rows.flatMap(Object.keys))].filter((key) =>
		rows.some((row) => row[key] !== null && row[key] !== undefined),
	);
	return table(
		caption,
		keys.map((key) => key.replaceAll('_', ' ')),
		rows.map((row) => keys.map((key) => row[key])),
	);
}

/** The counts of buckets by their values. */
function bucketsTables({ report }) {
	const label = (bound, i) => {
		if (!bound) return `bucket ${i}`;
		if (bound[1] === null) return `>= ${whole(bound[0])}`;
		return bound[0] === bound[1]
			? whole(bound[0])
			: `${whole(bound[0])}..${whole(bound[1])}`;
	};
	return report.nodes.flatMap((node) =>
		node.buckets
			.filter(({ counts }) => counts)
			.map((unit) =>
				table(
					`Buckets ${unit.name} (${unit.of}) of ${node.name}: ${whole(unit.values)} values, ${whole(unit.lost)} lost`,
					['values', 'count'],
					unit.counts.map((n, i) => [
						{ text: label(unit.bounds?.[i], i), value: i },
						n,
					]),
				),
			),
	);
}

/** Counts up to the last snapshot. */
function countersTables({ report }) {
	return report.nodes.flatMap((node) =>
		node.counters
			.filter(({ snapshots }) => snapshots.length)
			.map((unit) => {
				const last = unit.snapshots.at(-1);
				const before =
					unit.snapshots.length < unit.snapshots_seen
						? `snapshot ${unit.snapshots.length}`
						: 'the last snapshot';
				return table(
					`Counters ${unit.name} of ${node.name} up to ${before}, cycle ${whole(last.time)}`,
					['input', 'count'],
					last.totals
						.map((n, i) => [unit.inputs[i], n])
						.filter(([name]) => name),
				);
			}),
	);
}

function segmentsTables({ report }) {
	return report.nodes.flatMap((node) =>
		node.segments.map((unit) =>
			plain(
				`Segments of ${unit.name} at ${node.name}: ${whole(unit.segments_seen)}, ${whole(unit.missed)} triggers missed`,
				unit.segments.map((s) => ({ trigger: s.at, ...s })),
			),
		),
	);
}

function capturesTable({ report }) {
	const { captures, captures_seen: seen } = report;
	if (!captures.length) return null;
	return table(
		captures.length < seen
			? `Captures: the first ${whole(captures.length)} of ${whole(seen)}`
			: 'Captures',
		['cycle', 'by', 'node', 'word', 'counted'],
		captures.flatMap(({ time, causes, nodes }) =>
			nodes.map(({ node, fields, current }) => [
				time,
				causes.join(' + ') || '?',
				node,
				fields ? fieldsText(fields) : 'none',
				fields && (current ? 'now' : 'last'),
			]),
		),
	);
}

function samplesTable({ report }) {
	if (!report.samples.length) return null;
	const names = [...new Set(report.samples.flatMap((s) => s.pairs.map((p) => p.name)))];
	const caption =
		report.samples.length < report.samples_seen
			? `Samples: the first ${whole(report.samples.length)} of ${whole(report.samples_seen)}`
			: 'Samples';
	return table(
		caption,
		['cycle', 'node', 'point', 'from', ...names],
		report.samples.map((s) => [
			s.time,
			s.node,
			s.points.join(', '),
			s.from,
			...names.map((name) => s.pairs.find((p) => p.name === name)?.ratio ?? null),
		]),
	);
}

/** Parts by name: their elements, or null where the run has nothing of them. */
const PARTS = [
	['Nodes', nodesTable],
	['Points', pointsTable],
	['Intervals', intervalsTable],
	['Ratio counters', ratiosTable],
	['Samples', samplesTable],
	['Limits', ({ report }) => plain('Limits of the experiment', report.limits ?? [])],
	[
		'Operating system',
		({ report }) =>
			plain(
				'Time in the operating system',
				report.nodes
					.filter((n) => n.system)
					.map((n) => ({ node: n.name, ...n.system })),
			),
	],
	[
		'Extremes',
		(m) =>
			plain(
				'Extremes',
				m.report.nodes.flatMap((n) =>
					n.extremes.map((e) => ({ node: n.name, ...e })),
				),
			),
	],
	['Buckets', bucketsTables],
	['Counters', countersTables],
	['Segments', segmentsTables],
	[
		'Stalls',
		(m) =>
			plain(
				'Classes of stalls',
				m.report.nodes.flatMap((n) =>
					n.stall.map((s) => ({ node: n.name, ...s })),
				),
			),
	],
	['Writes to the port', portTables],
	['Connections', connectionsTable],
	['Marks', (m) => plain('Marks', m.report.marks)],
	['Captures', capturesTable],
	['Gaps', (m) => lossesTable(m, 'gaps', 'Gaps: records were lost for lack of room')],
	['Holes', (m) => lossesTable(m, 'holes', 'Holes: bytes of the trace that are not records')],
	['Loads', (m) => lossesTable(m, 'blinds', 'Times without triggers')],
];

function portTables({ report }) {
	const rows = report.nodes.filter((n) => n.port);
	return [
		plain(
			'Writes to the event port',
			rows.flatMap((n) =>
				n.port.events.map((w) => ({
					node: n.name,
					...w,
					count: least(n.at_least, w.count),
				})),
			),
		),
		plain(
			'Processes',
			rows.flatMap((n) =>
				n.port.processes.map(({ process, switches, cycles }) => ({
					node: n.name,
					process,
					switches: least(n.at_least, switches),
					cycles: least(n.at_least, cycles),
				})),
			),
		),
	];
}

function connectionsTable({ report }) {
	return plain(
		'Messages by connection',
		report.connections.flatMap((c) =>
			c.flows.map(({ at_least: partly, ...flow }) => ({
				connection: c.connection,
				...flow,
				messages: least(partly, flow.messages),
				bytes: least(partly, flow.bytes),
			})),
		),
	);
}

export function tables() {
	const box = h('div', {});
	return {
		element: section(
			'tables',
			'Tables',
			'The numbers of the report. A heading sorts its table. “–”: not known, or not there.',
			box,
		),
		update(model) {
			const open = new Set(
				[...box.querySelectorAll('details[open]')].map(
					(d) => d.dataset.part,
				),
			);
			const first = !box.children.length;
			fill(
				box,
				PARTS.map(([name, make], i) => {
					const made = [make(model)].flat().filter(Boolean);
					return (
						made.length > 0 &&
						h(
							'details',
							{
								'data-part': name,
								open: first
									? i < 4
									: open.has(name),
							},
							h('summary', {}, name),
							made,
						)
					);
				}),
			);
		},
	};
}
