// SPDX-License-Identifier: Apache-2.0
// The hot-spot graph: processes, and arcs for what they send each other, from violet to red.
import { HEIGHT, RADIUS, Room, curve, spot } from './arcs.js';
import { section, absent } from './section.js';
import { choice, fill, h, svg } from './dom.js';
import { atLeast, number, percent, plural, whole } from './format.js';
import { METRICS, textOf } from './messages.js';
import { hot, hotGradient } from './theme.js';
import { table } from './table.js';

const MOST = 15; // processes in the picture; of more, those with most traffic
const NUMBERS = 24; // arcs that have their number beside them: the hottest
const TACHYONS = { least: true, value: (pair) => pair.tachyons };

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

	/** A cell: a number, or a lower bound. */
	function least(metric, pair) {
		const value = metric.value(pair, s.model) ?? null;
		const bound = metric.least && !s.model.messages.complete;
		return bound ? { text: atLeast(true, whole(value)), value } : value;
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

	const text = (value) => textOf(s.metric, value, s.model);
	/** What the share of a process is of. */
	const ofTime = () => {
		const { nodes } = s.model.report;
		const partly = nodes.some(({ port }) => port?.at_least || port?.process_unknown);
		return partly ? 'of the known time' : 'of the time';
	};

	function draw() {
		const width = picture.clientWidth;
		if (!s.model?.messages || !width) return;
		const { endpoints } = s.model.messages;
		const list = arcs();
		const kept = shownEndpoints(list);
		const most = Math.max(1e-12, ...list.map(({ value }) => value));
		const place = new Map(kept.map((end, at) => [end, spot(at, kept.length, width)]));
		const room = new Room(place.values());
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
					.map((one) => figure(one, place, room)),
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

	function figure({ pair, value }, place, room) {
		const words = text(value);
		const { along } = curve(place.get(pair.from), place.get(pair.to));
		const at = room.take(along, words.length);
		return (
			at &&
			svg(
				'text',
				{ x: at.x, y: at.y, class: 'arc-number', 'aria-hidden': 'true' },
				words,
			)
		);
	}

	function process(end, at) {
		const share = end.share ?? null;
		const time =
			share === null
				? 'its share of the time is not known'
				: `${percent(share)} ${ofTime()}`;
		const queue =
			end.queue &&
			`; its queue: longest ${whole(end.queue.max)}, mean ${number(end.queue.mean)}`;
		const words = `${end.name}: ${time}${queue ?? ''}`;
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
			({ event, text: why, count }) => `${whole(count)} ${event}s: ${why}`,
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
						...METRICS.map((m) => least(m, pair)),
						least(TACHYONS, pair),
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
			processes(),
		);
	}

	/** The queue of each process, of all its senders: as `gnomon messages` has it. */
	function processes() {
		return h(
			'details',
			{},
			h('summary', {}, 'The processes as a table'),
			table(
				'Processes and the messages that wait for them',
				[
					'process',
					`share ${ofTime()}`,
					'queue length (longest)',
					'queue length (mean)',
				],
				s.model.messages.endpoints.map((end) => [
					end.name,
					end.share === null
						? null
						: { text: percent(end.share), value: end.share },
					end.queue?.max,
					end.queue?.mean,
				]),
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
