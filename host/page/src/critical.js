// SPDX-License-Identifier: Apache-2.0
// The critical path: the longest chain of work and messages, and how parallel the program was.
import { section, absent } from './section.js';
import { table } from './table.js';
import { fill, h } from './dom.js';
import { number, seconds, whole } from './format.js';
import { colours, kindColour, onColours } from './theme.js';

const ROW = 26;

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
		const lanes = [...new Set(part.path.map((step) => step.name))];
		const total = s.model.end - s.model.begin;
		fill(
			picture,
			lanes.map((name, i) => h('span', { class: 'path-name', '.style': `top:${i * ROW}px` }, name)),
			h(
				'div',
				{ class: 'path-lanes' },
				part.path.map((step) =>
					h('span', {
						class: step.message ? 'path-step message' : 'path-step',
						'.style':
							`left:${((step.from - s.model.begin) / total) * 100}%;` +
							`width:${(Math.max(step.to - step.from, 0) / total) * 100}%;` +
							`top:${lanes.indexOf(step.name) * ROW + 3}px;` +
							`background:${step.message ? all.muted : kindColour(all, lanes.indexOf(step.name))}`,
					}),
				),
			),
		);
		picture.style.height = `${lanes.length * ROW}px`;
		picture.setAttribute('aria-label', `Critical path of ${whole(part.path.length)} steps through ${lanes.join(', ')}. The table below has its steps.`);
	}
	onColours(draw);

	return {
		element: section('critical', 'Critical path', 'The longest chain of processor time and message delivery: shortening what is not on it does not end the run earlier.', frame, empty),
		update(model) {
			s.model = model;
			const part = model.parallelism;
			frame.hidden = !part;
			fill(empty, !part && absent(model.absent.parallelism));
			if (!part) return;
			const time = (cycles) => `${whole(cycles)} cycles (${seconds(cycles / model.hz)})`;
			fill(
				lines,
				[
					['Processor time T', time(part.total)],
					['Longest path t_max', time(part.longest)],
					['Parallelism T/t_max', number(part.total / part.longest)],
				].map(([name, text]) => h('div', {}, h('dt', {}, name), h('dd', {}, text))),
			);
			draw();
			fill(
				place,
				table(
					'Steps of the critical path',
					['step', 'process', 'from cycle', 'cycles', 'what'],
					part.path.map((step, i) => [
						i + 1,
						step.name,
						{ text: h('button', { type: 'button', class: 'link', onclick: () => goTo(step.from, step.to) }, whole(step.from)), value: step.from },
						step.to - step.from,
						step.message ? 'message under way' : 'runs',
					]),
				),
			);
		},
	};
}
