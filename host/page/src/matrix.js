// SPDX-License-Identifier: Apache-2.0
// A matrix in the colours of heat: messages from process to process, or events by node. Its rows
// and columns can be regrouped by traffic.
import { section, absent } from './section.js';
import { choice, fill, h } from './dom.js';
import { atLeast, number } from './format.js';
import { hot, hotGradient } from './theme.js';
import { METRICS, textOf } from './messages.js';

const MOST = 64; // rows and columns that are shown

/** What there is to show: {rows, columns, cells: [row][column], open(row, column)}. */
function events(model) {
	const names = [...new Set(model.rates.map((r) => r.name))].sort((a, b) => a - b);
	const cells = model.nodes.map(() => names.map(() => 0));
	for (const { node, name, counts } of model.rates)
		cells[node][names.indexOf(name)] += counts.reduce((a, b) => a + b, 0);
	return {
		corner: 'node \\ event',
		rows: model.nodes,
		columns: names.map((i) => model.names[i].name),
		cells,
		text: (value, row) => atLeast(model.report.nodes[row]?.at_least, number(value)),
		words(row, column, value) {
			const partly = model.report.nodes.find((n) => n.name === row)?.at_least;
			return `${column} at ${row}: ${atLeast(partly, number(value))}`;
		},
		history: (row, column) => `rate ${model.names[names[column]].name}`,
	};
}

function traffic(model, metric) {
	const { endpoints, pairs } = model.messages;
	const cells = endpoints.map(() => endpoints.map(() => 0));
	for (const pair of pairs) cells[pair.from][pair.to] = metric.value(pair, model) ?? 0;
	return {
		corner: 'from \\ to',
		rows: endpoints.map((e) => e.name),
		columns: endpoints.map((e) => e.name),
		cells,
		text: (value) => textOf(metric, value, model),
		words(row, column, value) {
			const partly = metric.least && !model.messages.complete;
			return `${row} to ${column}: ${atLeast(partly, number(value))} ${metric.text}`;
		},
		history: (row, column) => `messages ${row} ${column}`,
		square: true,
	};
}

const sum = (list) => list.reduce((a, b) => a + b, 0);

/** Places by what they sum to, the most first. */
function byTraffic(sums) {
	return sums
		.map((value, i) => [value, i])
		.sort((a, b) => b[0] - a[0] || a[1] - b[1])
		.map(([, i]) => i);
}

/**
 * Places such that those with much traffic between them are neighbours: begins with the busiest
 * and goes on with the one that has most traffic with those that are placed, the latest counting
 * most.
 */
export function neighbours(cells) {
	const n = cells.length;
	const weight = (i, j) => cells[i][j] + cells[j][i];
	const left = new Set(
		byTraffic(cells.map((row, i) => sum(row) + sum(cells.map((other) => other[i])))),
	);
	const order = [];
	const pull = new Array(n).fill(0);
	while (left.size) {
		let best = null;
		for (const i of left) if (best === null || pull[i] > pull[best]) best = i;
		left.delete(best);
		order.push(best);
		for (const i of left) pull[i] = pull[i] / 2 + weight(i, best);
	}
	return order;
}

/** Columns by the rows that they have most in: those of equal rows become neighbours. */
function regroup(part, how) {
	const plainOrder = (list) => list.map((_, i) => i);
	if (how === 'given')
		return { rows: plainOrder(part.rows), columns: plainOrder(part.columns) };
	if (how === 'total')
		return {
			rows: byTraffic(part.cells.map(sum)),
			columns: byTraffic(
				part.columns.map((_, c) => sum(part.cells.map((row) => row[c]))),
			),
		};
	if (part.square) {
		const order = neighbours(part.cells);
		return { rows: order, columns: order };
	}
	const rows = byTraffic(part.cells.map(sum));
	const place = (c) => {
		const column = rows.map((r) => part.cells[r][c]);
		const total = sum(column);
		return total ? sum(column.map((v, i) => v * i)) / total : Infinity;
	};
	const columns = plainOrder(part.columns).sort((a, b) => place(a) - place(b) || a - b);
	return { rows, columns };
}

export function matrix(showHistory) {
	const s = { model: null, what: null, how: 'given' };
	const box = h('div', { class: 'tools' });
	const place = h('div');
	const note = h('p', { class: 'status', role: 'status' });

	function choices() {
		const list = [];
		if (s.model.messages) for (const m of METRICS) list.push([m.key, m.text]);
		if (s.model.rates.length) list.push(['events', 'events by node']);
		return list;
	}

	function draw() {
		const metric = METRICS.find(({ key }) => key === s.what);
		const part = metric ? traffic(s.model, metric) : events(s.model);
		const order = regroup(part, s.how);
		const rows = order.rows.slice(0, MOST);
		const columns = order.columns.slice(0, MOST);
		const most = Math.max(1e-12, ...part.cells.flat());
		const cell = (r, c) => {
			const value = part.cells[r][c];
			const words = part.words(part.rows[r], part.columns[c], value);
			if (!value) return h('td', { class: 'zero', title: words }, '·');
			const { back, text } = hot(value / most);
			return h(
				'td',
				{ '.style': `background:${back};color:${text}` },
				h(
					'button',
					{
						type: 'button',
						title: words,
						'aria-label': `${words}; show its history`,
						onclick: () =>
							showHistory(
								part.history(
									metric ? part.rows[r] : r,
									metric
										? part.columns[c]
										: c,
								),
							),
					},
					part.text(value, r),
				),
			);
		};
		fill(
			place,
			h(
				'div',
				{
					class: 'scroll',
					tabindex: '0',
					role: 'region',
					'aria-label': 'Matrix',
				},
				h(
					'table',
					{ class: 'matrix' },
					h(
						'thead',
						{},
						h(
							'tr',
							{},
							h('th', { scope: 'col' }, part.corner),
							columns.map((c) =>
								h(
									'th',
									{ scope: 'col' },
									h(
										'span',
										{},
										part.columns[c],
									),
								),
							),
						),
					),
					h(
						'tbody',
						{},
						rows.map((r) =>
							h(
								'tr',
								{},
								h(
									'th',
									{ scope: 'row' },
									part.rows[r],
								),
								columns.map((c) => cell(r, c)),
							),
						),
					),
				),
			),
			h(
				'p',
				{ class: 'scale' },
				'0',
				h('span', {
					class: 'gradient',
					'.style': `background:${hotGradient()}`,
				}),
				part.text(most),
			),
		);
		const left = part.rows.length * part.columns.length - rows.length * columns.length;
		const busiest = part.cells
			.flatMap((row, r) => row.map((value, c) => ({ value, r, c })))
			.sort((a, b) => b.value - a.value)[0];
		fill(
			note,
			busiest?.value
				? `Most: ${part.words(part.rows[busiest.r], part.columns[busiest.c], busiest.value)}.`
				: '',
			left > 0 && ` Only the first ${MOST} rows and columns are shown.`,
		);
	}

	return {
		element: section(
			'matrix',
			'Matrix',
			'Who sends how much to whom, or which events fired where. A cell opens its history.',
			box,
			place,
			note,
		),
		update(model) {
			s.model = model;
			const list = choices();
			if (!list.some(([key]) => key === s.what)) s.what = list[0]?.[0] ?? null;
			if (!s.what) {
				fill(box);
				fill(place, absent('Nothing fired in this run.'));
				return;
			}
			fill(
				box,
				choice('What', list, s.what, (key) => {
					s.what = key;
					draw();
				}),
				choice(
					'Order',
					[
						['given', 'as in the run'],
						['total', 'by total'],
						['groups', 'groups with much traffic'],
					],
					s.how,
					(key) => {
						s.how = key;
						draw();
					},
				),
			);
			draw();
		},
	};
}
