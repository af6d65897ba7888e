// SPDX-License-Identifier: Apache-2.0
// The hot-spot graph: processes, and arcs for what they send each other, from violet to red.
import { section, absent } from './section.js';
import { chart, tipOf } from './charts.js';
import { choice, fill, h } from './dom.js';
import { number, percent, plural, rate } from './format.js';
import { METRICS } from './messages.js';
import { hot, hotGradient } from './theme.js';
import { table } from './table.js';

const MOST = 15; // processes in the picture; of more, those with most traffic

/** Share of the run in which a process ran, where that is known. */
function shareOf(model, endpoint) {
	return endpoint.share ?? null;
}

export function hotspots(showHistory) {
	const s = { model: null, metric: METRICS[0] };
	const box = h('div', { class: 'tools' });
	const note = h('p', { class: 'status', role: 'status' });
	const place = h('div');
	const picture = chart(460, options);
	const scale = h('p', { class: 'scale' });
	const frame = h('div', {}, box, picture.element, scale, note, place);
	const empty = h('div');

	function arcs() {
		const { pairs, endpoints } = s.model.messages;
		return pairs
			.map((pair) => ({ pair, value: s.metric.value(pair, s.model), from: endpoints[pair.from], to: endpoints[pair.to] }))
			.filter(({ value }) => value !== null && value !== undefined)
			.sort((a, b) => b.value - a.value);
	}

	function shownEndpoints(list) {
		const weight = new Map();
		for (const { pair, value } of list)
			for (const end of [pair.from, pair.to]) weight.set(end, (weight.get(end) ?? 0) + value);
		const kept = [...weight].sort((a, b) => b[1] - a[1]).slice(0, MOST).map(([i]) => i);
		return kept.sort((a, b) => a - b);
	}

	const text = (value) => (s.metric.rate ? rate(value) : number(value));

	function options(all) {
		if (!s.model?.messages) return null;
		const { endpoints } = s.model.messages;
		const list = arcs();
		const kept = shownEndpoints(list);
		const most = Math.max(1e-12, ...list.map(({ value }) => value));
		const ring = (i) => {
			const turn = (2 * Math.PI * i) / kept.length - Math.PI / 2;
			return { x: 200 * Math.cos(turn) * 1.6, y: 200 * Math.sin(turn) };
		};
		return {
			tooltip: {
				formatter: ({ dataType, data }) => tipOf(...(dataType === 'edge' ? data.lines : data.lines)),
			},
			series: [
				{
					type: 'graph',
					layout: 'none',
					roam: false,
					left: 70,
					right: 70,
					top: 40,
					bottom: 40,
					edgeSymbol: ['none', 'arrow'],
					edgeSymbolSize: 9,
					cursor: 'pointer',
					data: kept.map((i, at) => {
						const share = shareOf(s.model, endpoints[i]);
						return {
							id: String(i),
							name: endpoints[i].name,
							...ring(at),
							symbolSize: 34,
							itemStyle: { color: share === null ? all.panel : hot(share).back, borderColor: all.fg, borderWidth: 1 },
							label: { show: true, position: at > kept.length / 2 ? 'left' : 'right', color: all.fg, fontSize: 12, formatter: () => endpoints[i].name },
							lines: [endpoints[i].name, share === null ? 'its share of time is not known' : `${percent(share)} of the time`],
						};
					}),
					links: list
						.filter(({ pair }) => kept.includes(pair.from) && kept.includes(pair.to))
						.map(({ pair, value, from, to }) => ({
							source: String(pair.from),
							target: String(pair.to),
							key: `messages ${from.name} ${to.name}`,
							lines: [`${from.name} → ${to.name}`, `${text(value)} ${s.metric.text}`],
							lineStyle: { color: hot(value / most).back, width: 1.5 + (2.5 * value) / most, curveness: 0.16 },
							label: { show: true, formatter: () => text(value), color: all.fg, fontSize: 11, backgroundColor: all.bg, padding: [1, 3] },
						})),
				},
			],
		};
	}

	function tell() {
		const list = arcs();
		const { endpoints } = s.model.messages;
		const best = list[0];
		const words =
			`${plural(endpoints.length, 'process', 'processes')}, ${plural(list.length, 'arc')}` +
			(best ? `; most ${s.metric.text}: ${text(best.value)} from ${best.from.name} to ${best.to.name}` : '');
		fill(note, `${words}.`, endpoints.length > MOST && ` The picture has the ${MOST} with most traffic; the matrix below has more.`);
		picture.label(`Hot spots: ${words}. The table below has all arcs.`);
		fill(scale, '0', h('span', { class: 'gradient', '.style': `background:${hotGradient()}` }), best ? `${text(best.value)} ${s.metric.text}` : '');
		fill(
			place,
			h(
				'details',
				{},
				h('summary', {}, 'The arcs as a table'),
				table(
					'Messages from process to process',
					['from', 'to', ...METRICS.map((m) => m.text), 'tachyons', 'history'],
					list.map(({ pair, from, to }) => [
						from.name,
						to.name,
						...METRICS.map((m) => m.value(pair, s.model) ?? null),
						pair.tachyons,
						h('button', { type: 'button', 'aria-label': `History of ${from.name} to ${to.name}`, onclick: () => showHistory(`messages ${from.name} ${to.name}`) }, 'show'),
					]),
				),
			),
		);
	}

	let listens = null;
	return {
		element: section(
			'hotspots',
			'Hot spots',
			'Processes and what they send each other. An arc opens its history. The colour of a process is its share of the time.',
			frame,
			empty,
		),
		update(model) {
			s.model = model;
			frame.hidden = !model.messages;
			fill(empty, !model.messages && absent(model.absent.messages));
			if (!model.messages) return;
			fill(
				box,
				choice('Arcs show', METRICS.map((m) => [m.key, m.text]), s.metric.key, (key) => {
					s.metric = METRICS.find((m) => m.key === key);
					picture.draw();
					tell();
				}),
			);
			picture.draw();
			tell();
			if (picture.instance && picture.instance !== listens) {
				listens = picture.instance;
				listens.on('click', ({ dataType, data }) => dataType === 'edge' && showHistory(data.key));
			}
		},
	};
}
