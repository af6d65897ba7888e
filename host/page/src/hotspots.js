// SPDX-License-Identifier: Apache-2.0
// The hot-spot graph: processes, and arcs for what they send each other, from violet to red.
import { section, absent } from './section.js';
import { choice, fill, h, svg } from './dom.js';
import { number, percent, plural, rate, whole } from './format.js';
import { METRICS } from './messages.js';
import { hot, hotGradient } from './theme.js';
import { table } from './table.js';

const MOST = 15; // processes in the picture; of more, those with most traffic

const NUMBERS = 24; // arcs that have their number beside them: the hottest
const HEIGHT = 470;
const RADIUS = 15;

/** A place on an ellipse; `turn` is how far right it is, -1 to 1. */
function spot(at, of, width) {
	const angle = (2 * Math.PI * at) / of - Math.PI / 2;
	const turn = Math.cos(angle);
	const wide = Math.max(Math.min(width / 2 - 110, 420), 60);
	return {
		x: width / 2 + turn * wide,
		y: HEIGHT / 2 + Math.sin(angle) * (HEIGHT / 2 - 45),
		turn,
	};
}

/** An arc bent to the left of its way, so that the two ways between two processes lie apart. */
function curve(a, b) {
	if (a === b) return loop(a);
	const [dx, dy] = [b.x - a.x, b.y - a.y];
	const length = Math.hypot(dx, dy);
	const bend = 0.14;
	const pull = { x: (a.x + b.x) / 2 + dy * bend, y: (a.y + b.y) / 2 - dx * bend };
	const towards = (from, to, distance) => {
		const far = Math.hypot(to.x - from.x, to.y - from.y);
		return {
			x: from.x + ((to.x - from.x) * distance) / far,
			y: from.y + ((to.y - from.y) * distance) / far,
		};
	};
	const begin = towards(a, pull, RADIUS);
	const end = towards(b, pull, RADIUS + 7);
	const point = towards(b, pull, RADIUS);
	const [ux, uy] = [(point.x - end.x) / 7, (point.y - end.y) / 7];
	const wing = (side) => `${end.x - side * uy * 4.5},${end.y + side * ux * 4.5}`;
	// off the middle, so that numbers of crossing arcs lie apart
	const t = length > 260 ? 0.36 : 0.5;
	const middle = {
		x: (1 - t) ** 2 * a.x + 2 * t * (1 - t) * pull.x + t ** 2 * b.x,
		y: (1 - t) ** 2 * a.y + 2 * t * (1 - t) * pull.y + t ** 2 * b.y,
	};
	return {
		path: `M${begin.x},${begin.y}Q${pull.x},${pull.y} ${end.x},${end.y}`,
		tip: `M${point.x},${point.y}L${wing(1)}L${wing(-1)}Z`,
		middle,
	};
}

/** What a process sends itself. */
function loop({ x, y }) {
	const up = y < HEIGHT / 2 ? 1 : -1;
	const path = `M${x - 8},${y + up * 13}C${x - 34},${y + up * 55} ${x + 34},${y + up * 55} ${x + 8},${y + up * 20}`;
	const tip = `M${x + 6},${y + up * 14}l8,${up * 5}l-7,${up * 4}Z`;
	return { path, tip, middle: { x, y: y + up * 46 } };
}

export function hotspots(showHistory) {
	const s = { model: null, metric: METRICS[0] };
	const box = h('div', { class: 'tools' });
	const note = h('p', { class: 'status', role: 'status' });
	const place = h('div');
	const picture = h('div', { class: 'hotspots' });
	const scale = h('p', { class: 'scale' });
	const frame = h('div', {}, box, picture, scale, note, place);
	const empty = h('div');

	function arcs() {
		const { pairs, endpoints } = s.model.messages;
		return pairs
			.map((pair) => ({
				pair,
				value: s.metric.value(pair, s.model),
				from: endpoints[pair.from],
				to: endpoints[pair.to],
			}))
			.filter(({ value }) => value !== null && value !== undefined)
			.sort((a, b) => b.value - a.value);
	}

	function shownEndpoints(list) {
		const weight = new Map();
		for (const { pair, value } of list)
			for (const end of [pair.from, pair.to])
				weight.set(end, (weight.get(end) ?? 0) + value);
		const kept = [...weight]
			.sort((a, b) => b[1] - a[1])
			.slice(0, MOST)
			.map(([i]) => i);
		return kept.sort((a, b) => a - b);
	}

	const text = (value) => (s.metric.rate ? rate(value) : number(value));

	function draw() {
		const width = picture.clientWidth;
		if (!s.model?.messages || !width) return;
		const { endpoints } = s.model.messages;
		const list = arcs();
		const kept = shownEndpoints(list);
		const most = Math.max(1e-12, ...list.map(({ value }) => value));
		const place = new Map(kept.map((end, at) => [end, spot(at, kept.length, width)]));
		const drawn = list.filter(({ pair }) => place.has(pair.from) && place.has(pair.to));
		fill(
			picture,
			svg(
				'svg',
				{
					viewBox: `0 0 ${width} ${HEIGHT}`,
					width,
					height: HEIGHT,
					role: 'group',
					'aria-label': label(),
				},
				// the hottest lie on top
				drawn.toReversed().map((one) => arc(one, place, most)),
				drawn
					.slice(0, width < 600 ? NUMBERS / 3 : NUMBERS)
					.map((one) => figure(one, place)),
				kept.map((end) => process(endpoints[end], place.get(end))),
			),
		);
	}

	function arc({ pair, value, from, to }, place, most) {
		const { path, tip } = curve(place.get(pair.from), place.get(pair.to));
		const colour = hot(value / most).back;
		const words = `${from.name} to ${to.name}: ${text(value)} ${s.metric.text}`;
		const show = () => showHistory(`messages ${from.name} ${to.name}`);
		return svg(
			'g',
			{
				class: 'arc',
				tabindex: '0',
				role: 'button',
				'aria-label': `${words}; show its history`,
				onclick: show,
				onkeydown: (event) =>
					(event.key === 'Enter' || event.key === ' ') &&
					(event.preventDefault(), show()),
			},
			svg('title', {}, words),
			svg('path', { d: path, class: 'arc-room' }),
			svg('path', {
				d: path,
				class: 'arc-line',
				stroke: colour,
				'stroke-width': 1.5 + (2.5 * value) / most,
			}),
			svg('path', { d: tip, fill: colour }),
		);
	}

	function figure({ pair, value }, place) {
		const { middle } = curve(place.get(pair.from), place.get(pair.to));
		return svg(
			'text',
			{ x: middle.x, y: middle.y, class: 'arc-number', 'aria-hidden': 'true' },
			text(value),
		);
	}

	function process(end, at) {
		const share = end.share ?? null;
		const words = `${end.name}: ${share === null ? 'its share of the time is not known' : `${percent(share)} of the time`}`;
		const anchor = at.turn > 0.1 ? 'start' : at.turn < -0.1 ? 'end' : 'middle';
		const beside = anchor === 'middle' ? 0 : at.turn > 0 ? RADIUS + 6 : -RADIUS - 6;
		return svg(
			'g',
			{},
			svg('title', {}, words),
			svg('circle', {
				cx: at.x,
				cy: at.y,
				r: RADIUS,
				class: 'process',
				'.style': share === null ? '' : `fill:${hot(share).back}`,
			}),
			svg(
				'text',
				{
					x: at.x + beside,
					y:
						at.y +
						(beside
							? 0
							: (at.y < HEIGHT / 2 ? -1 : 1) *
								(RADIUS + 11)),
					'text-anchor': anchor,
					class: 'process-name',
				},
				end.name,
			),
		);
	}

	function label() {
		return `Hot spots: ${words()}. The table below has all arcs.`;
	}

	function words() {
		const list = arcs();
		const best = list[0];
		return (
			`${plural(s.model.messages.endpoints.length, 'process', 'processes')}, ${plural(list.length, 'arc')}` +
			(best
				? `; most ${s.metric.text}: ${text(best.value)} from ${best.from.name} to ${best.to.name}`
				: '')
		);
	}

	function tell() {
		const list = arcs();
		const { endpoints } = s.model.messages;
		const best = list[0];
		const alone = s.model.messages.alone.map(
			({ what, why, count }) => `${whole(count)} ${what}: ${why}`,
		);
		fill(
			note,
			`${words()}.`,
			alone.length > 0 && ` Not matched: ${alone.join('; ')}.`,
			endpoints.length > MOST &&
				` The picture has the ${MOST} with most traffic; the matrix below has more.`,
		);
		fill(
			scale,
			'0',
			h('span', { class: 'gradient', '.style': `background:${hotGradient()}` }),
			best ? `${text(best.value)} ${s.metric.text}` : '',
		);
		fill(
			place,
			h(
				'details',
				{},
				h('summary', {}, 'The arcs as a table'),
				table(
					'Messages from process to process',
					[
						'from',
						'to',
						...METRICS.map((m) => m.text),
						'tachyons',
						'history',
					],
					list.map(({ pair, from, to }) => [
						from.name,
						to.name,
						...METRICS.map(
							(m) => m.value(pair, s.model) ?? null,
						),
						pair.tachyons,
						h(
							'button',
							{
								type: 'button',
								'aria-label': `History of ${from.name} to ${to.name}`,
								onclick: () =>
									showHistory(
										`messages ${from.name} ${to.name}`,
									),
							},
							'show',
						),
					]),
				),
			),
		);
	}

	new ResizeObserver(draw).observe(picture);
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
				choice(
					'Arcs show',
					METRICS.map((m) => [m.key, m.text]),
					s.metric.key,
					(key) => {
						s.metric = METRICS.find((m) => m.key === key);
						draw();
						tell();
					},
				),
			);
			draw();
			tell();
		},
	};
}
