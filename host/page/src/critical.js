// SPDX-License-Identifier: Apache-2.0
// The critical path: the longest chain of work and messages, and how parallel the program was.
import { section, absent } from './section.js';
import { table } from './table.js';
import { fill, h } from './dom.js';
import { atLeast, number, plural, seconds, whole } from './format.js';
import { colours, kindColour, onColours } from './theme.js';

const ROW = 26;

/** The names of processes: node and number distinguish those of one name that ran. */
function namesOf({ processes }) {
	const ran = new Map();
	for (const { process } of processes) ran.set(process, (ran.get(process) ?? 0) + 1);
	return ({ process, node, number: of }) =>
		ran.get(process) > 1 ? `${process} (${node}:${of})` : process;
}

function pathTable({ path, hops }, name, goTo) {
	const place = (hop) =>
		h(
			'button',
			{ type: 'button', class: 'link', onclick: () => goTo(hop.from, hop.to) },
			whole(hop.from),
		);
	const part =
		path.length < hops ? `: the first ${whole(path.length)} of ${whole(hops)}` : '';
	return table(
		`Stretches of the critical path${part}`,
		[
			'stretch',
			'process',
			'from cycle',
			'to cycle',
			'process time',
			'leaves with',
			'cycles to arrive',
		],
		path.map((hop, i) => [
			i + 1,
			name(hop),
			{ text: place(hop), value: hop.from },
			hop.to,
			hop.time,
			hop.message
				? `connection ${hop.message.connection}, message ${hop.message.sequence}`
				: 'ends here',
			hop.message?.delivery ?? null,
		]),
	);
}

function slackTable({ processes }, name) {
	const time = ({ time: value, at_least: partly }) =>
		partly ? { text: atLeast(true, whole(value)), value } : value;
	return table(
		'Process time, that on the critical path, and by how much any one stretch may grow before the run ends later',
		['process', 'process time', 'on the path', 'slack'],
		processes
			.filter((p) => !p.idle)
			.map((p) => [name(p), time(p), p.critical, p.slack]),
	);
}

export function critical(goTo) {
	const s = { model: null };
	const lines = h('dl', { class: 'summary' });
	const picture = h('div', { class: 'path', role: 'img' });
	const place = h('div');
	const frame = h('div', {}, lines, picture, place);
	const empty = h('div');

	function draw() {
		const part = s.model?.parallelism;
		if (!part) return;
		const all = colours();
		const names = part.path.map(namesOf(part));
		const lanes = [...new Set(names)];
		const total = s.model.end - s.model.begin;
		const share = (cycles) => `${(cycles / total) * 100}%`;
		const bar = (kind, lane, from, to, colour) =>
			h('span', {
				class: `path-step ${kind}`,
				'.style': `left:${share(from - s.model.begin)};width:${share(Math.max(to - from, 0))};top:${lane * ROW + 3}px;background:${colour}`,
			});
		fill(
			picture,
			lanes.map((name, i) =>
				h(
					'span',
					{ class: 'path-name', '.style': `top:${i * ROW}px` },
					name,
				),
			),
			h(
				'div',
				{ class: 'path-lanes' },
				part.path.map((hop, i) => {
					const lane = lanes.indexOf(names[i]);
					const next = part.path[i + 1];
					return [
						bar(
							'',
							lane,
							hop.from,
							hop.to,
							kindColour(all, lane),
						),
						next &&
							bar(
								'message',
								lane,
								hop.to,
								next.from,
								all.muted,
							),
					];
				}),
			),
		);
		picture.style.height = `${lanes.length * ROW}px`;
		picture.setAttribute(
			'aria-label',
			`Critical path of ${plural(part.hops, 'stretch', 'stretches')} through ${lanes.join(', ')}. The table below has them.`,
		);
	}
	onColours(draw);

	return {
		element: section(
			'critical',
			'Critical path',
			'The longest chain of processor time and message delivery: shortening what is not on it does not end the run earlier.',
			frame,
			empty,
		),
		update(model) {
			s.model = model;
			const part = model.parallelism;
			frame.hidden = !part;
			fill(empty, !part && absent(model.absent.parallelism));
			if (!part) return;
			const time = (cycles, partly) =>
				atLeast(
					partly,
					`${whole(cycles)} cycles (${seconds(cycles / model.hz)})`,
				);
			const name = namesOf(part);
			const seen = part.complete ? '' : ' (of what was seen)';
			fill(
				lines,
				[
					['Processor time T', time(part.total, part.total_at_least)],
					[
						'Longest path t_max',
						part.longest_at_least
							? time(part.longest, true)
							: `${time(part.longest)}${seen}`,
					],
					[
						'Parallelism T/t_max',
						`${number(part.parallelism)}${seen}`,
					],
				].map(([name, text]) =>
					h('div', {}, h('dt', {}, name), h('dd', {}, text)),
				),
			);
			draw();
			fill(
				place,
				h(
					'p',
					{ class: 'status' },
					part.complete
						? ''
						: 'Records are missing, or messages have no other end: the path is the longest of what was seen, and slack is not known.',
				),
				h(
					'details',
					{ open: true },
					h('summary', {}, 'The path as a table'),
					pathTable(part, name, goTo),
				),
				h(
					'details',
					{},
					h(
						'summary',
						{},
						'Processes, and how much longer each may take',
					),
					slackTable(part, name),
				),
			);
		},
	};
}
