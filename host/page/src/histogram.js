// SPDX-License-Identifier: Apache-2.0
// How long intervals took: histograms.
import { section, absent } from './section.js';
import { axis, chart, tipOf } from './charts.js';
import { choice, fill, h, toggle } from './dom.js';
import { number, percent, plural, seconds, whole } from './format.js';

const BARS = 60;

/** How many intervals took how long, as numbers: the report has large ones as text. */
function histogramOf({ histogram: parts }) {
	return parts.map(({ lo, hi, count }) => ({
		lo: Number(lo),
		hi: Number(hi),
		count: Number(count),
	}));
}

/** Bars of equal width, on a scale of durations or of their logarithms. */
function bars(parts, log) {
	const first = parts[0].lo;
	const last = parts.at(-1).hi + 1;
	const least = log ? Math.max(first, 1) : first;
	const scale = log ? (v) => Math.log(Math.max(v, 1)) : (v) => v;
	const back = log ? Math.exp : (v) => v;
	const wide = Math.max(scale(last) - scale(least), log ? 0.01 : 1);
	const number = Math.min(BARS, Math.max(last - first, 1));
	const list = Array.from({ length: number }, (_, i) => ({
		lo: back(scale(least) + (wide * i) / number),
		hi: back(scale(least) + (wide * (i + 1)) / number),
		count: 0,
	}));
	for (const { lo, hi, count } of parts) {
		const at = ((scale((lo + hi) / 2) - scale(least)) / wide) * number;
		list[Math.max(0, Math.min(Math.floor(at + 1e-9), number - 1))].count += count;
	}
	return list;
}

export function histogram() {
	const s = { model: null, interval: 0, node: 'all', log: true, logCount: false };
	const box = h('div', { class: 'tools' });
	const note = h('p', { class: 'status', role: 'status' });
	const picture = chart(300, options);
	const frame = h('div', {}, picture.element, note);
	const empty = h('div', {});

	function options(all) {
		const of = s.model.intervals[s.interval];
		const { name } = of;
		const known = s.node === 'all' ? of.all : of.nodes[Number(s.node)];
		const hz = s.node === 'all' ? s.model.hz : s.model.report.nodes[Number(s.node)].clock_hz;
		const list = histogramOf(known);
		const where = known.node ?? 'all nodes';
		if (!list.length) {
			fill(note, `No ${name} was seen from end to end at ${where}.`);
			picture.label(note.textContent);
			return null;
		}
		const rows = bars(list, s.log);
		const total = list.reduce((sum, { count }) => sum + count, 0);
		const marks = [50, 90, 99].map((p) => ({ p, ...known.percentiles[p] }));
		const range = ({ lo, hi }) =>
			hi > lo ? `${whole(lo)} to ${whole(hi)}` : whole(lo);
		const text =
			`${name} at ${where}: ${plural(total, 'interval')} of ${whole(known.min)} to ${whole(known.max)} cycles. ` +
			marks
				.map(
					(m) =>
						`${m.p} %: ${range(m)} cycles (${seconds(m.lo / hz)})`,
				)
				.join('; ');
		fill(note, `${text}.`);
		picture.label(`Histogram of the durations of ${text}.`);
		return {
			grid: { left: 64, right: 24, top: 34, bottom: 50 },
			xAxis: axis(all, {
				type: s.log ? 'log' : 'value',
				min: rows[0].lo,
				max: rows.at(-1).hi,
				name: 'cycles',
				nameLocation: 'middle',
				nameGap: 26,
				noLines: true,
				axisLabel: {
					formatter: (v) =>
						number(
							v < 10
								? Number(v.toPrecision(2))
								: Math.round(v),
						),
					hideOverlap: true,
				},
			}),
			yAxis: axis(all, {
				type: s.logCount ? 'log' : 'value',
				min: s.logCount ? 0.5 : 0,
				name: 'intervals',
				minInterval: 1,
				axisLabel: { formatter: (v) => (v < 1 ? '' : number(v)) },
			}),
			tooltip: {
				formatter: ({ value: [lo, hi, count] }) =>
					tipOf(
						`${plural(count, 'interval')} (${percent(count / total)})`,
						`${number(lo)} to ${number(hi)} cycles, ${seconds(lo / hz)} to ${seconds(hi / hz)}`,
					),
			},
			series: [
				{
					type: 'custom',
					encode: { x: [0, 1], y: 2 },
					data: rows
						.filter(({ count }) => count)
						.map(({ lo, hi, count }) => [lo, hi, count]),
					renderItem: (params, api) => {
						const top = api.coord([api.value(0), api.value(2)]);
						const bottom = api.coord([
							api.value(1),
							s.logCount ? 0.5 : 0,
						]);
						return {
							type: 'rect',
							shape: {
								x: top[0],
								y: top[1],
								width: Math.max(
									bottom[0] - top[0] - 1,
									1,
								),
								height: bottom[1] - top[1],
							},
							style: {
								fill: all.kinds[
									s.interval %
										all.kinds.length
								],
							},
						};
					},
					markLine: {
						silent: true,
						symbol: 'none',
						lineStyle: { color: all.fg, type: 'dashed' },
						label: {
							color: all.fg,
							formatter: ({ data }) => data.name,
						},
						data: marks
							.filter(
								(m, i) =>
									i === 0 ||
									m.lo > marks[i - 1].lo,
							)
							.map((m) => ({
								name: `${m.p} %`,
								xAxis: Math.max(
									m.lo,
									s.log ? rows[0].lo : 0,
								),
							})),
					},
				},
			],
		};
	}

	function redraw() {
		picture.draw();
	}

	return {
		element: section(
			'durations',
			'Durations',
			'How many intervals took how long, of those that were seen from end to end.',
			box,
			frame,
			empty,
		),
		update(model) {
			s.model = model;
			const named = model.intervals.length > 0;
			s.interval = Math.min(s.interval, Math.max(model.intervals.length - 1, 0));
			frame.hidden = !named;
			fill(empty, !named && absent('The experiment names no intervals.'));
			fill(
				box,
				named && [
					choice(
						'Interval',
						model.intervals.map(({ name }, i) => [
							String(i),
							name,
						]),
						String(s.interval),
						(key) => {
							s.interval = Number(key);
							redraw();
						},
					),
					choice(
						'Node',
						[
							['all', 'all nodes'],
							...model.nodes.map((name, k) => [
								String(k),
								name,
							]),
						],
						s.node,
						(key) => {
							s.node = key;
							redraw();
						},
					),
					toggle('Logarithm of cycles', s.log, (on) => {
						s.log = on;
						redraw();
					}),
					toggle('Logarithm of counts', s.logCount, (on) => {
						s.logCount = on;
						redraw();
					}),
				],
			);
			if (named) redraw();
		},
	};
}
