// SPDX-License-Identifier: Apache-2.0
// A flame graph: from the call trees of the host, else from the intervals that the page has.
import { section, absent } from './section.js';
import { choice, fill, h } from './dom.js';
import { readRows } from './data.js';
import { percent, plural, seconds, whole } from './format.js';
import { colours, kindColour, onColours } from './theme.js';

const LEAST = 0.0015; // of the width: narrower ones are left out
const ROW = 22;

function make(name) {
	return { name, total: 0, self: 0, count: 0, children: new Map(), parent: null };
}

function child(parent, name) {
	let found = parent.children.get(name);
	if (!found) {
		found = make(name);
		found.parent = parent;
		parent.children.set(name, found);
	}
	return found;
}

/** What is within a place: the longest first, but nodes and processes in their order. */
function within(place) {
	const list = [...place.children.values()];
	return place.parent ? list.sort((a, b) => b.total - a.total) : list;
}

/** The call trees: `parent` is a row plus 1, `name` a place in `names`. */
function readCalls(part) {
	const root = make('all');
	const list = [];
	for (const row of readRows(part.columns, [part.rows])) {
		const one = make(part.names[row.name]);
		one.total = row.total;
		one.self = row.self;
		one.count = row.calls;
		one.parent = row.parent ? list[row.parent - 1] : root;
		one.parent.children.set(list.length, one);
		list.push(one);
	}
	return root;
}

/**
 * The call trees of the nodes in which a function was called: the others would take their width and
 * show nothing. `idle` has those, with their cycles.
 */
function fromCalls(part, nodes) {
	const root = readCalls(part);
	const lanes = [...root.children]; // in the order of part.lanes
	const calling = new Set(part.lanes.filter((_, i) => lanes[i][1].children.size));
	const idle = new Map();
	lanes.forEach(([key, lane], i) => {
		const node = part.lanes[i];
		if (!calling.size || calling.has(node)) {
			root.total += lane.total;
			return;
		}
		root.children.delete(key);
		const name = nodes[node];
		idle.set(name, (idle.get(name) ?? 0) + lane.total);
	});
	return { root, idle };
}

/** Paths of intervals that hold each other, of the nodes that are wanted. */
function fromSpans(model, wanted) {
	const root = make('all');
	model.spans.forEach((levels, node) => {
		if (wanted !== 'all' && Number(wanted) !== node) return;
		const lane = child(root, model.nodes[node]);
		const open = []; // of each level: the tree's place of the latest
		const at = levels.map(() => 0);
		for (;;) {
			let level = -1;
			levels.forEach(({ begin }, k) => {
				if (
					at[k] < begin.length &&
					(level < 0 || begin[at[k]] < levels[level].begin[at[level]])
				)
					level = k;
			});
			if (level < 0) break;
			const { begin, end, interval } = levels[level];
			const i = at[level]++;
			const length = end[i] - begin[i];
			const parent = level ? (open[level - 1] ?? lane) : lane;
			const place = child(parent, model.intervals[interval[i]].name);
			place.total += length;
			place.self += length;
			place.count++;
			if (level) parent.self -= length;
			else lane.total += length;
			open[level] = place;
		}
		root.total += lane.total;
	});
	return root;
}

/** What the graph is of, where the run has entries and returns. */
function noteOfCalls({ unknown, functions, no_entry: noEntry, no_returns: noReturns }, idle) {
	const what = functions
		? 'From the entries and returns of functions.'
		: 'From the entries to the operating system and its exits: no point is of a function.';
	return [
		what,
		...noReturns.map(
			(name) =>
				`The returns of ${name} are not points: it is open until its caller returns, so what follows it is within it.`,
		),
		...noEntry.map(
			(name) => `The entry of ${name} is not a point: its returns are not used.`,
		),
		...[...idle].map(
			([name, cycles]) =>
				`Nothing was called at ${name}: its ${whole(cycles)} cycles are not in the picture.`,
		),
		unknown && `Nothing is known of ${whole(unknown)} cycles of the nodes.`,
	]
		.filter(Boolean)
		.join(' ');
}

/** Likewise, where it has intervals alone. */
function noteOfIntervals({ absent, detail, newest }) {
	const more = detail.spansShown < detail.spansAll
		? ` The page has the ${newest ? 'last' : 'first'} ${whole(detail.spansShown)} of ${whole(detail.spansAll)} intervals.`
		: '';
	return (
		'From the intervals of this page, by which of them lie within others. ' +
		`${absent.calls}${more}`
	);
}

export function flame() {
	const s = { model: null, node: 'all', root: null, at: null };
	const box = h('div', { class: 'tools' });
	const crumbs = h('p', { class: 'status', role: 'status' });
	const graph = h('div', { class: 'flame', role: 'tree', 'aria-label': 'Flame graph' });
	const note = h('p', { class: 'hint' });
	const frame = h(
		'div',
		{},
		box,
		crumbs,
		graph,
		note,
		h(
			'p',
			{ class: 'hint' },
			'Keys: the arrows go to what is above, below and beside; Enter zooms to it, and Escape back.',
		),
	);
	const empty = h('div');

	function text(place) {
		const parts = [
			place.name,
			`${whole(place.total)} cycles (${seconds(place.total / s.model.hz)})`,
		];
		if (s.root.total) parts.push(percent(place.total / s.root.total));
		if (place.count)
			parts.push(plural(place.count, s.model.calls ? 'call' : 'interval'));
		if (place.count) parts.push(`own ${whole(place.self)}`);
		return parts.join(', ');
	}

	function box1(place, depth, x, width, all) {
		const name = place.name;
		const hash = [...name].reduce((n, c) => (n * 31 + c.codePointAt(0)) % 997, 7);
		return h(
			'div',
			{
				class: 'flame-box',
				role: 'treeitem',
				tabindex: place === s.at ? '0' : '-1',
				'aria-level': String(depth + 1),
				'aria-label': text(place),
				title: text(place),
				'.style': `left:${x * 100}%;width:${width * 100}%;top:${depth * ROW}px;background:${kindColour(all, hash)};color:${all.bg}`,
				'.place': place,
				onclick: () => zoom(place),
			},
			name,
		);
	}

	function draw() {
		if (!s.root?.total) return;
		const all = colours();
		const boxes = [];
		let deepest = 0;
		let left = 0;
		const lineage = [];
		for (let p = s.at; p; p = p.parent) lineage.unshift(p);
		lineage.slice(0, -1).forEach((p, depth) => boxes.push(box1(p, depth, 0, 1, all)));
		const put = (place, depth, x, width) => {
			deepest = Math.max(deepest, depth);
			boxes.push(box1(place, depth, x, width, all));
			for (const one of within(place)) {
				const share = (one.total / Math.max(place.total, 1)) * width;
				if (share >= LEAST) put(one, depth + 1, x, share);
				else left++;
				x += share;
			}
		};
		put(s.at, lineage.length - 1, 0, 1);
		fill(graph, boxes);
		graph.style.height = `${(deepest + 1) * ROW}px`;
		fill(
			crumbs,
			text(s.at),
			left > 0 && `; ${plural(left, 'narrow box', 'narrow boxes')} left out`,
		);
	}

	function zoom(place) {
		s.at = place;
		draw();
		[...graph.children].find((e) => e.place === place)?.focus({ preventScroll: true });
	}

	graph.addEventListener('keydown', (event) => {
		const here = event.target.place;
		if (!here) return;
		const beside = here.parent ? within(here.parent) : [here];
		const i = beside.indexOf(here);
		const next = {
			ArrowUp: here.parent,
			ArrowDown: within(here)[0],
			ArrowLeft: beside[i - 1],
			ArrowRight: beside[i + 1],
		}[event.key];
		if (event.key === 'Enter') zoom(here);
		else if (event.key === 'Escape') zoom(s.root);
		else if (next) {
			const element = [...graph.children].find((e) => e.place === next);
			if (!element) return;
			event.target.tabIndex = -1;
			element.tabIndex = 0;
			element.focus();
		} else return;
		event.preventDefault();
	});
	onColours(draw);

	function rebuild() {
		const { model } = s;
		const { root, idle } = model.calls
			? fromCalls(model.calls, model.nodes)
			: { root: fromSpans(model, s.node) };
		s.root = root;
		s.at = root;
		fill(note, model.calls ? noteOfCalls(model.calls, idle) : noteOfIntervals(model));
		draw();
	}

	return {
		element: section(
			'flame',
			'Flame graph',
			'What was called, or open, within what: the width is time, from top to bottom is inwards.',
			frame,
			empty,
		),
		update(model) {
			s.model = model;
			const some = model.calls || model.spans.some((levels) => levels.length);
			frame.hidden = !some;
			fill(
				empty,
				!some &&
					absent(`${model.absent.calls} It has no intervals either.`),
			);
			if (!some) return;
			fill(
				box,
				!model.calls &&
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
							rebuild();
						},
					),
			);
			rebuild();
		},
	};
}
