// SPDX-License-Identifier: Apache-2.0
// The page: its sections, which all draw themselves from the same model.
import { cyclesOf, runOf } from './boards.js';
import { decode } from './data.js';
import { fill, h, toggle } from './dom.js';
import { critical } from './critical.js';
import { flame } from './flame.js';
import { histogram } from './histogram.js';
import { history } from './history.js';
import { hotspots } from './hotspots.js';
import { live } from './live.js';
import { matrix } from './matrix.js';
import { markOf } from './seen.js';
import { summary } from './summary.js';
import { tables } from './tables.js';
import { timeline } from './timeline/timeline.js';

function build(root) {
	const line = timeline();
	const past = history();
	const goTo = (from, to) => line.goTo(from, to);
	const showHistory = (key) => past.show(key);
	const parts = [
		summary(goTo),
		line,
		hotspots(showHistory),
		matrix(showHistory),
		past,
		histogram(),
		flame(),
		critical(goTo),
		tables(),
	];
	const notes = (name, textOf) => ({
		textOf,
		of: parts.map(({ element }) => {
			const note = h('p', { class: name, role: 'note', hidden: true });
			element.querySelector('h2').after(note);
			return note;
		}),
	});
	const marks = [notes('hint cycles', cyclesOf), notes('of-seen', markOf)];
	const title = h('h1');
	const state = h('p', { class: 'live', role: 'status' });
	const contents = h(
		'nav',
		{ 'aria-label': 'Sections' },
		h(
			'ul',
			{},
			parts.map(({ element }) =>
				h(
					'li',
					{},
					h(
						'a',
						{ href: `#${element.id}` },
						element.querySelector('h2').textContent,
					),
				),
			),
		),
	);
	const footer = h('footer');
	const main = h(
		'main',
		{ id: 'main', tabindex: '-1' },
		parts.map(({ element }) => element),
	);
	fill(root, h('header', {}, title, state, contents), main, footer);
	return {
		parts,
		state,
		line,
		update(model) {
			const { run } = model.report;
			fill(
				title,
				run.experiment ?? run.monitor,
				h('span', { class: 'run' }, ` ${runOf(model)} of ${run.monitor}`),
			);
			fill(
				footer,
				h(
					'p',
					{},
					`Written by gnomon ${model.version}. The page needs no network and sends nothing.`,
				),
			);
			for (const part of parts) part.update(model);
			for (const { textOf, of } of marks)
				parts.forEach(({ element }, i) => {
					const text = textOf(element.id, model);
					of[i].hidden = !text;
					fill(of[i], text);
				});
		},
	};
}

function fault(root, text) {
	fill(root, h('p', { class: 'fault', role: 'alert' }, text));
}

function start() {
	const root = document.getElementById('page');
	const data = JSON.parse(document.getElementById('data').textContent);
	const page = build(root);
	const take = (object) => {
		const model = decode(object);
		page.update(model);
		root.dataset.drawn = String(Number(root.dataset.drawn ?? 0) + 1);
	};
	if (!data.live) {
		take(data);
		return;
	}
	const state = h('span');
	const parts = live(data.live, take, (text, bad) => {
		fill(state, text);
		page.state.classList.toggle('bad', bad);
	});
	page.line.serve(parts.get);
	fill(
		page.state,
		state,
		toggle('Pause', false, (on) => parts.pause(on)),
	);
}

try {
	start();
} catch (error) {
	fault(document.getElementById('page'), `The page cannot be drawn: ${error.message}`);
	throw error;
}
