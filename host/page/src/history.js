// SPDX-License-Identifier: Apache-2.0
// How a ratio or a rate went over the run, and its first derivative.
import { section, absent } from './section.js';
import { axis, chart, tipOf } from './charts.js';
import { choice, fill, h } from './dom.js';
import { number, plural, rate, seconds, whole } from './format.js';

const PERIODS = 128; // of a rate, as drawn: more would show single events only

/** What there is to show: {key, text, kind, lines()}. */
function quantities(model) {
	const list = [];
	const pairs = new Map();
	for (const sample of model.samples) {
		const name =
			model.report.nodes[sample.node].ratios[sample.pair]?.name ??
			`pair ${sample.pair}`;
		pairs.set(name, [...(pairs.get(name) ?? []), sample]);
	}
	for (const [name, samples] of pairs)
		list.push({
			key: `ratio ${name}`,
			text: `ratio ${name}`,
			unit: '',
			lines: () => samples.map((s) => ratioLine(model, s)),
		});
	const measures = new Set(
		model.report.nodes.flatMap(({ measures }) => measures.map(({ name }) => name)),
	);
	for (const name of measures)
		list.push({
			key: `measure ${name}`,
			text: `measure ${name}`,
			unit: '',
			lines: () => measureLines(model, name),
		});
	const names = [...new Set(model.rates.map((r) => r.name))].sort((a, b) => a - b);
	for (const name of names)
		list.push({
			key: `rate ${model.names[name].name}`,
			text: `rate of ${model.names[name].name}`,
			unit: '/s',
			lines: () =>
				model.rates
					.filter((r) => r.name === name)
					.map((r) => rateLine(model, r.counts, model.nodes[r.node])),
		});
	if (names.length)
		list.push({
			key: 'rate',
			text: 'rate of all events',
			unit: '/s',
			lines: () =>
				model.rateOf.map((counts, k) =>
					rateLine(model, counts, model.nodes[k]),
				),
		});
	return [...list, ...messageRates(model)];
}

/** A history opens from any arc of the hot-spot graph, and any cell of the matrix. */
function messageRates(model) {
	return (model.messages?.histories ?? []).map(
		({ key, text, unit, name, counts, scale }) => ({
			key,
			text,
			unit,
			lines: () => [rateLine(model, counts, name, scale, model.wholeEnd)],
		}),
	);
}

/** What is printed of the counts of a row, as the host prints those of the run; null: not known. */
export const VALUES = {
	'a/b': ({ a_min, a_max, b_min, b_max }, part) => {
		if (!b_min) return null;
		const value = (a_min + a_max) / (b_min + b_max);
		return part && a_min <= b_max ? Math.min(value, 1) : value;
	},
	'b/a': ({ a_min, a_max, b_min, b_max }) => (a_min ? (b_min + b_max) / (a_min + a_max) : null),
	a: ({ a_min, a_max }) => (a_min + a_max) / 2,
	b: ({ b_min, b_max }) => (b_min + b_max) / 2,
};

function steps({ rows, part }, is) {
	return rows.map((row) => ({
		from: row.from,
		to: row.time,
		value: row.unsure ? null : VALUES[is](row, part),
	}));
}

function ratioLine(model, sample) {
	return {
		name: model.nodes[sample.node],
		whole: model.report.nodes[sample.node].ratios[sample.pair]?.ratio ?? null,
		steps: steps(sample, 'a/b'),
	};
}

function measureLines(model, name) {
	return model.samples.flatMap((sample) => {
		const { measures, ratios } = model.report.nodes[sample.node];
		return measures
			.filter((m) => m.name === name && m.pair === ratios[sample.pair]?.name)
			.map((m) => ({
				name: model.nodes[sample.node],
				whole: m.value ?? null,
				steps: steps({ ...sample, part: true }, m.is),
			}));
	});
}

/** `end`: of the periods; null: that of the run. */
function rateLine(model, counts, name, scale = 1, end = null) {
	const group = Math.max(1, Math.floor(counts.length / PERIODS));
	const cycles = (((end ?? model.end) - model.begin) / counts.length) * group;
	const steps = [];
	for (let i = 0; i < counts.length; i += group) {
		let total = 0;
		for (let k = i; k < i + group && k < counts.length; k++) total += counts[k];
		const from = model.begin + (i / group) * cycles;
		steps.push({ from, to: from + cycles, value: (total * scale * model.hz) / cycles });
	}
	return { name, steps };
}

/** A line of steps: each value from its first to its last cycle. */
function points(steps) {
	const list = [];
	let last = null;
	for (const { from, to, value } of steps) {
		if (last !== null && from > last) list.push([last, null]);
		list.push([from, value], [to, value]);
		last = to;
	}
	return list;
}

/** Change a second between the middles of two values that follow each other. */
export function derivative(steps, hz) {
	const list = [];
	for (let i = 1; i < steps.length; i++) {
		const [a, b] = [steps[i - 1], steps[i]];
		const middle = (b.from + b.to - a.from - a.to) / 2 / hz;
		const known = a.value !== null && b.value !== null && middle > 0;
		list.push([b.from, known ? (b.value - a.value) / middle : null]);
	}
	return list;
}

/**
 * A mean of quotients is none of the run, as each is of other counts: of these the report's value
 * over the run comes instead. Rates are of periods of the same length.
 */
function describe(lines, unit) {
	return lines
		.map(({ name, steps, whole: over }) => {
			const known = steps.filter(({ value }) => value !== null);
			if (!known.length) return `${name}: not known`;
			const values = known.map(({ value }) => value);
			const mean = values.reduce((a, b) => a + b, 0) / values.length;
			const all =
				over === undefined
					? `mean ${number(mean)}${unit}`
					: `over the run ${over === null ? 'not known' : number(over)}`;
			return `${name}: ${plural(known.length, 'value')} from ${number(Math.min(...values))} to ${number(Math.max(...values))}${unit}, ${all}`;
		})
		.join('; ');
}

export function history() {
	const s = { model: null, key: null, all: [] };
	const box = h('div', { class: 'tools' });
	const note = h('p', { class: 'status', role: 'status' });
	const picture = chart(420, options);
	const frame = h('div', {}, picture.element, note);
	const empty = h('div', {});

	function options(all) {
		const chosen = s.all.find(({ key }) => key === s.key);
		if (!chosen) return null;
		const lines = chosen.lines();
		const { hz } = s.model;
		const fine = lines.length > 12;
		const value = (v) => (chosen.unit ? `${rate(v)}${chosen.unit}` : number(v));
		picture.label(
			`${chosen.text} over the run, and its first derivative. ${describe(lines, chosen.unit)}`,
		);
		fill(
			note,
			`${describe(lines.slice(0, 8), chosen.unit)}${lines.length > 8 ? '; …' : ''}.`,
		);
		const series = (axisIndex) => (line) => ({
			name: line.name,
			type: 'line',
			xAxisIndex: axisIndex,
			yAxisIndex: axisIndex,
			showSymbol: false,
			symbol: 'circle',
			sampling: 'lttb',
			lineStyle: { width: fine ? 1 : 1.6, type: 'solid' },
			emphasis: { focus: 'series' },
			data: axisIndex ? derivative(line.steps, hz) : points(line.steps),
		});
		return {
			legend: {
				type: 'scroll',
				top: 0,
				textStyle: { color: all.fg },
				pageTextStyle: { color: all.fg },
				pageIconColor: all.accent,
			},
			grid: [
				{ left: 76, right: 20, top: 52, height: 150 },
				{ left: 76, right: 20, top: 246, height: 90 },
			],
			xAxis: [0, 1].map((gridIndex) =>
				axis(all, {
					type: 'value',
					gridIndex,
					min: s.model.begin,
					max: s.model.end,
					noLines: true,
					name: gridIndex ? 'cycle' : '',
					nameLocation: 'middle',
					nameGap: 22,
					axisLabel: {
						formatter: (v) => whole(Math.round(v)),
						hideOverlap: true,
						showMaxLabel: false,
					},
				}),
			),
			yAxis: [
				axis(all, {
					type: 'value',
					gridIndex: 0,
					name: chosen.text + (chosen.unit && `, ${chosen.unit}`),
					nameTextStyle: {
						align: 'left',
						padding: [0, 0, 0, -60],
						color: all.muted,
					},
					axisLabel: {
						formatter: (v) =>
							chosen.unit ? rate(v) : number(v),
					},
					scale: !chosen.unit,
				}),
				axis(all, {
					type: 'value',
					gridIndex: 1,
					name: `change a second`,
					nameTextStyle: {
						align: 'left',
						padding: [0, 0, 0, -60],
						color: all.muted,
					},
					axisLabel: { formatter: rate, hideOverlap: true },
					splitNumber: 3,
				}),
			],
			dataZoom: [
				{
					type: 'inside',
					xAxisIndex: [0, 1],
					zoomOnMouseWheel: 'ctrl',
					filterMode: 'none',
				},
				{
					type: 'slider',
					xAxisIndex: [0, 1],
					bottom: 4,
					height: 22,
					showDataShadow: false,
					filterMode: 'none',
					textStyle: { color: all.muted },
					borderColor: all.line,
					labelFormatter: (v) => whole(Math.round(v)),
					brushSelect: false,
				},
			],
			tooltip: {
				trigger: 'item',
				formatter: ({ seriesName, value: [time, v], seriesIndex }) =>
					tipOf(
						`${seriesName}: ${seriesIndex < lines.length ? value(v) : `${rate(v)}${chosen.unit} a second`}`,
						`cycle ${whole(Math.round(time))} (${seconds(time / hz)})`,
					),
			},
			series: [...lines.map(series(0)), ...lines.map(series(1))],
		};
	}

	return {
		element: section(
			'history',
			'History',
			'A ratio, measure or rate over the run, and below it how fast it changes (the first derivative). Ratios and measures are of the counts between two samples. Drag the handles below the picture, or use Ctrl and the wheel, to see a part.',
			box,
			frame,
			empty,
		),
		update(model) {
			s.model = model;
			s.all = quantities(model);
			if (!s.all.some(({ key }) => key === s.key)) s.key = s.all[0]?.key ?? null;
			frame.hidden = !s.key;
			fill(
				empty,
				!s.key &&
					absent(
						'The run has no samples of ratio counters, and nothing fired.',
					),
			);
			fill(
				box,
				s.key &&
					choice(
						'Quantity',
						s.all.map(({ key, text }) => [key, text]),
						s.key,
						(key) => {
							s.key = key;
							picture.draw();
						},
					),
			);
			picture.draw();
		},
		show(key) {
			if (!s.all.some((one) => one.key === key)) return;
			s.key = key;
			box.querySelector('select').value = key;
			picture.draw();
			document.getElementById('history').scrollIntoView();
			box.querySelector('select').focus({ preventScroll: true });
		},
	};
}
