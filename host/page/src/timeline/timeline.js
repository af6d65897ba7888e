// SPDX-License-Identifier: Apache-2.0
// The time line of all nodes: a canvas to zoom, move and search, with the same as text below it.
import { boardTexts, nameOnBoard } from '../boards.js';
import { section } from '../section.js';
import { fill, h, toggle, unique } from '../dom.js';
import { atLeast, plural, seconds, whole } from '../format.js';
import { lower } from '../data.js';
import { ofDetail } from '../seen.js';
import { colours, kindColour, onColours } from '../theme.js';
import { drags, dragStrip } from './drags.js';
import { drawLanes, drawRuler, drawStrip } from './draw.js';
import { eventText, inRun, listed, search, step } from './find.js';
import { LINES } from './lines.js';
import { View } from './view.js';
import { Windows } from './windows.js';

const RULER = 24;
const STRIP = 34;
const LEVELS = 8; // of nested intervals that are drawn
const HEAD = 20; // over the lanes of a board
const TALLEST = 12000; // of the canvas
const LISTED = 200;
const KEYS =
	'Keys: + and − zoom, ← and → move, 0 shows the whole run, ↑ and ↓ choose a node, n and p ' +
	'go to its next and previous event. The wheel zooms with Ctrl or Shift held, dragging moves, ' +
	'and dragging with Shift held zooms to what is marked.';

function makeLanes(model) {
	const depth = model.spans.map((levels) => Math.min(Math.max(levels.length, 1), LEVELS));
	const heads = HEAD * model.boards.length;
	const total = depth.reduce((sum, levels) => sum + levels * 17 + 22, heads);
	const scale = Math.min(1, TALLEST / total);
	let y = 2;
	return depth.map((levels, node) => {
		const level = Math.max(Math.floor(17 * scale), 2);
		const ticks = Math.max(Math.floor(14 * scale), 2);
		const board = model.boardOf[node];
		const head = board !== (model.boardOf[node - 1] ?? null) ? HEAD : 0;
		y += head;
		const lane = {
			node,
			head, // room above it for its board, of which it is the first
			y,
			levels,
			level,
			ticks,
			bars: levels * level,
			height: levels * level + ticks,
		};
		y += lane.height + Math.max(Math.round(8 * scale), 1);
		return lane;
	});
}

export function timeline() {
	const tip = h('div', { class: 'tip', hidden: true });
	const status = h('p', { class: 'status', role: 'status' });
	const help = h('p', { class: 'hint', id: unique('keys') }, KEYS);
	const strip = h('canvas', { class: 'strip', 'aria-hidden': 'true' });
	const ruler = h('canvas', { class: 'ruler', 'aria-hidden': 'true' });
	const canvas = h('canvas', {
		class: 'lanes',
		tabindex: '0',
		role: 'application',
		'aria-roledescription': 'time line',
		'aria-describedby': help.id,
	});
	const labels = h('div', { class: 'lane-names', 'aria-hidden': 'true' });
	const box = h(
		'div',
		{ class: 'lanes-box' },
		labels,
		h('div', { class: 'lanes-canvas' }, canvas, tip),
	);
	const input = h('input', {
		type: 'search',
		placeholder: 'name, or a cycle',
		'aria-label': 'Search names, or go to a cycle',
		id: unique('search'),
	});
	const foundText = h('span', { class: 'found', role: 'status' });
	const legend = h('ul', { class: 'legend', 'aria-label': 'Intervals and their colours' });
	const rows = h('tbody');
	const asText = h(
		'details',
		{ class: 'as-text', ontoggle: () => list() },
		h('summary', {}, 'What happens in this view, as a table'),
		h(
			'div',
			{
				class: 'scroll',
				tabindex: '0',
				role: 'region',
				'aria-label': 'Events in the view',
			},
			h(
				'table',
				{},
				h(
					'thead',
					{},
					h(
						'tr',
						{},
						['cycle', 'node', 'name', 'what', 'cycles'].map(
							(t) => h('th', { scope: 'col' }, t),
						),
					),
				),
				rows,
			),
		),
	);
	const button = (text, label, act) =>
		h(
			'button',
			{ type: 'button', 'aria-label': label, title: label, onclick: act },
			text,
		);
	const view = new View(0, 1);
	// `run`: the model of the page; `model`: of what is shown, which may be a window of the run
	const s = {
		run: null,
		model: null,
		lanes: [],
		chosen: 0,
		cursor: null,
		found: null,
		messages: true,
		follows: false,
	};
	const windows = new Windows(() => show());
	const newest = toggle('Newest', false, (on) => {
		s.follows = on;
		if (on) follow();
	});
	newest.hidden = true;
	const lines = toggle('Messages', true, (on) => {
		s.messages = on;
		draw();
	});
	const tools = h(
		'div',
		{ class: 'tools', role: 'group', 'aria-label': 'Time line' },
		button('+', 'Zoom in', () => view.zoom(0.5)),
		button('−', 'Zoom out', () => view.zoom(2)),
		button('←', 'Earlier', () => view.pan(-view.span / 3)),
		button('→', 'Later', () => view.pan(view.span / 3)),
		button('Whole run', 'Show the whole run', () => view.show(view.begin, view.end)),
		newest,
		lines,
		input,
		button('‹', 'Previous hit', () => go(true)),
		button('›', 'Next hit', () => go(false)),
		foundText,
	);

	/** The newest events, up to the end of the run. */
	function follow() {
		view.show(s.run.detail.from, s.run.end);
	}

	/** Shows the window that has what is in view, or the page's own part of the run. */
	function show() {
		if (!s.run) return;
		const model = windows.modelOf(s.run, view);
		if (model !== s.model) {
			s.model = model;
			s.lanes = makeLanes(model);
			nameLanes();
			if (s.found) s.found = search(model, s.found.text, s.run);
			if (s.found) fill(foundText, hits());
		}
		draw();
	}

	let waiting = 0;
	let later = 0;
	view.changed = () => {
		clearTimeout(later); // what it would say is of the view before
		waiting ||= requestAnimationFrame(() => {
			waiting = 0;
			show();
		});
	};

	function fit(target, width, height) {
		const ratio = devicePixelRatio || 1;
		if (
			target.width !== Math.round(width * ratio) ||
			target.height !== Math.round(height * ratio)
		) {
			target.width = Math.round(width * ratio);
			target.height = Math.round(height * ratio);
		}
		target.style.height = `${height}px`;
		const ctx = target.getContext('2d');
		ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
		return ctx;
	}

	function draw() {
		const width = canvas.clientWidth;
		if (!s.model || !width) return;
		const last = s.lanes.at(-1);
		const height = last ? last.y + last.height + 2 : 0;
		const all = colours();
		view.width = width;
		const messages = drawLanes(
			{ ...s, ctx: fit(canvas, width, height), view, colours: all },
			s.lanes,
			height,
		);
		drawRuler(fit(ruler, width, RULER), view, all, RULER);
		drawStrip(fit(strip, width, STRIP), s.model, view, all, STRIP);
		clearTimeout(later);
		later = setTimeout(() => tell(messages), 150);
	}

	function counts() {
		let events = 0;
		let intervals = 0;
		s.model.nodes.forEach((_, node) => {
			const { time } = s.model.events[node];
			events += lower(time, view.to + 1) - lower(time, view.from);
			for (const level of s.model.spans[node])
				intervals += Math.max(
					lower(level.begin, view.to + 1) -
						lower(level.end, view.from),
					0,
				);
		});
		return { events, intervals };
	}

	function tell(messages) {
		windows.want(s.run, view);
		const { events, intervals } = counts();
		const length = `${whole(Math.round(view.span))} cycles (${seconds(view.span / s.model.hz)})`;
		const partly = s.model.report.nodes.some((n) => n.at_least);
		const text =
			`Cycles ${whole(Math.round(view.from))} to ${whole(Math.round(view.to))}, ${length}: ` +
			`${atLeast(partly, plural(events, 'event'))}, ${plural(intervals, 'interval')}`;
		const more = messages
			? `, ${atLeast(!s.model.messages.complete, plural(messages.seen, 'message'))}${messages.drawn < messages.seen ? `, of which ${whole(messages.drawn)} are drawn` : ''}`
			: '';
		fill(status, `${text}${more}.${beyond()}`);
		canvas.setAttribute(
			'aria-label',
			`Time line of ${plural(s.model.nodes.length, 'node')}. ${text}${more}. Chosen node: ${s.model.nodes[s.chosen]}.`,
		);
		canvas.dataset.from = view.from;
		canvas.dataset.to = view.to;
		canvas.dataset.events = events;
		canvas.dataset.intervals = intervals;
		for (const [order, count] of Object.entries(messages?.orders ?? {}))
			canvas.dataset[order] = count;
		list();
	}

	function beyond() {
		const { detail, end } = s.model;
		const parts = [];
		const before = detail.from > view.from;
		const later = (to) => to < view.to && to < end;
		if (later(detail.to) && detail.to !== detail.spansTo)
			parts.push(`rates of events after cycle ${whole(detail.to)}`);
		if (later(detail.spansTo) && detail.to !== detail.spansTo)
			parts.push(`shares of intervals after cycle ${whole(detail.spansTo)}`);
		const both = [
			before && `before cycle ${whole(detail.from)}`,
			later(detail.to) &&
				detail.to === detail.spansTo &&
				`after cycle ${whole(detail.to)}`,
		].filter(Boolean);
		if (both.length) parts.unshift(`shares and rates ${both.join(' and ')}`);
		if (!parts.length) return '';
		const more = windows.waits
			? 'single ones are being fetched'
			: windows.get
				? 'zoom in to see single ones'
				: 'the page has no single ones there';
		return ` Shown are only ${parts.join(', and ')}: ${more}.`;
	}

	function list() {
		if (!asText.open || !s.model) return;
		const found = listed(s.model, view, LISTED);
		fill(
			rows,
			found.map(([time, node, name, kind, length]) =>
				h(
					'tr',
					{},
					h('td', { class: 'number' }, whole(time)),
					h('td', {}, s.model.nodes[node]),
					h('td', {}, name),
					h('td', {}, kind),
					h(
						'td',
						{ class: 'number' },
						length === null ? '' : whole(length),
					),
				),
			),
			found.length === LISTED &&
				h(
					'tr',
					{},
					h(
						'td',
						{ colspan: '5' },
						`The first ${LISTED}. Zoom in to see the others.`,
					),
				),
		);
	}

	function hits() {
		const text = plural(s.found.count, 'hit');
		if (!s.run.newest && s.model === s.run) return ofDetail(s.model, text);
		const { from, to } = s.model.detail;
		const all = plural(inRun(s.run, s.found.text), 'event');
		return `${text} in what is shown, cycles ${whole(from)} to ${whole(to)}; ${all} in the run`;
	}

	function look() {
		const text = input.value.trim();
		s.found = null;
		s.cursor = null;
		if (/^[0-9][0-9,_ ]*$/.test(text)) {
			s.cursor = Number(text.replace(/[^0-9]/g, ''));
			const inside = s.cursor >= view.begin && s.cursor <= view.end;
			fill(
				foundText,
				inside ? `cycle ${whole(s.cursor)}` : 'not a cycle of the run',
			);
		} else if (text) {
			s.found = search(s.model, text, s.run);
			fill(
				foundText,
				s.found ? hits() : 'no name has this',
			);
		} else fill(foundText);
		draw();
	}

	function go(backwards) {
		if (!s.model) return;
		if (!s.found && s.cursor === null) look();
		if (s.found) {
			const hit = step(
				s.found,
				s.cursor ?? (backwards ? view.to + 1 : view.from - 1),
				backwards,
			);
			if (!hit) return;
			s.cursor = hit.time;
			s.chosen = hit.node;
			fill(
				foundText,
				`${hits()}; cycle ${whole(hit.time)} at ${s.model.nodes[hit.node]}`,
			);
		}
		if (s.cursor === null) return;
		if (view.whole) view.zoom(0.05, s.cursor);
		view.centre(s.cursor);
		view.changed();
	}

	function nextEvent(backwards) {
		const list = s.model.events[s.chosen];
		const from = s.cursor ?? (backwards ? view.to : view.from - 1);
		const i = backwards ? lower(list.time, from) - 1 : lower(list.time, from + 0.5);
		if (i < 0 || i >= list.time.length) return;
		s.cursor = list.time[i];
		if (s.cursor < view.from || s.cursor > view.to) view.centre(s.cursor);
		fill(foundText, eventText(s.model, s.chosen, i));
		draw();
	}

	const keys = {
		'+': () => view.zoom(0.5, s.cursor ?? undefined),
		'=': () => view.zoom(0.5, s.cursor ?? undefined),
		'-': () => view.zoom(2),
		ArrowLeft: () => view.pan(-view.span / 8),
		ArrowRight: () => view.pan(view.span / 8),
		Home: () => view.pan(view.begin - view.from),
		End: () => view.pan(view.end - view.to),
		0: () => view.show(view.begin, view.end),
		ArrowUp: () => choose(s.chosen - 1),
		ArrowDown: () => choose(s.chosen + 1),
		n: () => nextEvent(false),
		p: () => nextEvent(true),
	};

	function choose(node) {
		s.chosen = Math.max(0, Math.min(node, s.model.nodes.length - 1));
		const lane = s.lanes[s.chosen];
		if (lane.y < box.scrollTop) box.scrollTop = lane.y - 2;
		if (lane.y + lane.height > box.scrollTop + box.clientHeight)
			box.scrollTop = lane.y + lane.height - box.clientHeight + 2;
		fill(foundText, `node ${s.model.nodes[s.chosen]}`);
		draw();
	}

	canvas.addEventListener('keydown', (event) => {
		const act = keys[event.key];
		if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
		event.preventDefault();
		act();
	});
	canvas.addEventListener(
		'wheel',
		(event) => {
			if (!event.ctrlKey && !event.shiftKey && !event.metaKey) return;
			event.preventDefault();
			const turn = event.deltaY || event.deltaX;
			view.zoom(
				Math.exp(Math.max(-60, Math.min(turn, 60)) * 0.008),
				view.time(event.offsetX),
			);
		},
		{ passive: false },
	);
	input.addEventListener('input', look);
	input.addEventListener('keydown', (event) => {
		if (event.key === 'Enter') go(event.shiftKey);
	});
	drags(canvas, view, box, s, tip);
	dragStrip(strip, view);
	new ResizeObserver(() => draw()).observe(canvas);
	onColours(() => {
		drawLegend();
		draw();
	});

	function drawLegend() {
		const all = colours();
		fill(
			legend,
			s.model.intervals.map(({ name }, i) =>
				h(
					'li',
					{},
					h('span', {
						class: 'swatch',
						'.style': `background:${kindColour(all, i)}`,
					}),
					name,
				),
			),
			h(
				'li',
				{},
				h('span', {
					class: 'swatch tick',
					'.style': `background:${all.event}`,
				}),
				'events',
			),
			h('li', {}, h('span', { class: 'swatch hatched' }), 'nothing is known'),
			s.model.messages?.rows && linesLegend(s.model, all),
		);
	}

	function nameLanes() {
		const { model } = s;
		fill(
			labels,
			s.lanes.map((lane) => [
				lane.head > 0 && boardLabel(model, lane),
				h(
					'div',
					{
						'.style': `top:${lane.y}px;height:${lane.height}px`,
						title: model.nodes[lane.node],
					},
					nameOnBoard(model, lane.node),
				),
			]),
		);
	}

	return {
		element: section(
			'timeline',
			'Time line',
			'Above: the rate of events over the whole run, with the part that is shown below. ' +
				'Below: a lane for each node with its intervals, a tick for each event, and an ' +
				'arrow for each message from its send to its receive.',
			tools,
			h('div', { class: 'strip-box' }, strip, ruler),
			box,
			legend,
			status,
			help,
			asText,
		),
		view,
		/** Whoever serves the page has all of the run: `get(path)` fetches data. */
		serve(get) {
			windows.get = get;
		},
		update(model) {
			const first = !s.run;
			s.run = model;
			s.chosen = Math.min(s.chosen, model.nodes.length - 1);
			lines.hidden = !model.messages?.rows;
			newest.hidden = !model.newest;
			if (first) {
				view.begin = view.from = model.begin;
				view.end = view.to = model.end;
			}
			s.model = windows.modelOf(model, view);
			s.lanes = makeLanes(s.model);
			nameLanes();
			drawLegend();
			if (first) {
				draw();
				return;
			}
			if (s.found) s.found = search(s.model, s.found.text, model);
			if (s.found) fill(foundText, hits());
			view.resize(model.begin, model.end);
			if (s.follows) follow();
		},
		goTo(from, to) {
			s.cursor = from;
			view.show(from - (to - from) * 0.15, to + (to - from) * 0.15);
			document.getElementById('timeline').scrollIntoView();
			canvas.focus({ preventScroll: true });
		},
	};
}

/** The name of a board over its lanes, with the bound of its times. */
function boardLabel({ boardOf }, lane) {
	const { text, title, bad } = boardTexts(boardOf[lane.node]);
	return h(
		'div',
		{
			class: bad ? 'board bad' : 'board',
			'.style': `top:${lane.y - lane.head}px;height:${lane.head}px`,
			title,
		},
		text,
	);
}

/** The lines of messages, as they are drawn; only several boards leave an order undecided. */
function linesLegend({ boards }, all) {
	return Object.entries(LINES)
		.filter(([order]) => boards.length || order !== 'undecided')
		.map(([, { text, colour, dash }]) =>
			h(
				'li',
				{},
				h('span', {
					class: 'swatch line',
					'.style': `border-top:2px ${dash.length ? 'dashed' : 'solid'} ${all[colour]}`,
				}),
				text,
			),
		);
}
