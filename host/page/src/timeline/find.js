// SPDX-License-Identifier: Apache-2.0
// What is at a place of the time line, and what a search finds.
import { wrongBy } from '../boards.js';
import { lower } from '../data.js';
import { number, plural, seconds, whole } from '../format.js';

/** Text of an event. */
export function eventText(model, node, i) {
	const list = model.events[node];
	const name = model.names[list.name[i]];
	return `${name.name} (${name.kind}) at ${model.nodes[node]}, cycle ${whole(list.time[i])}${wrongBy(model, node)}`;
}

export function intervalText(model, node, level, i) {
	const length = level.cycles[i];
	const end = level.status[i];
	const { name } = model.intervals[level.interval[i]];
	const { tick, bound, clock_hz: hz } = model.report.nodes[node];
	const wrong = tick > 1 ? ` ± ${whole(bound)}` : '';
	if (!Number.isFinite(length))
		return `${name} at ${model.nodes[node]}, cycle ${whole(level.begin[i])}${wrongBy(model, node)}: ${end}`;
	return (
		`${name} at ${model.nodes[node]}, cycle ${whole(level.begin[i])}${wrongBy(model, node)}: ` +
		`${whole(length)}${wrong} cycles (${seconds(length / hz)})` +
		(end === 'finished' ? '' : `, ${end}`)
	);
}

/** The interval of a level that holds a time, with some slack; -1: none. */
function spanAt(level, time, slack) {
	const i = lower(level.end, time - slack);
	return i < level.begin.length && level.begin[i] <= time + slack ? i : -1;
}

/** Lines of text for a place. */
export function textAt(model, view, lane, x, y) {
	const time = view.time(x);
	const slack = (3 / view.width) * view.span;
	const lines = [];
	const row = Math.floor((y - lane.y) / lane.level);
	const level = model.spans[lane.node][row];
	const span = level && row < lane.levels ? spanAt(level, time, slack / 3) : -1;
	if (span >= 0) lines.push(intervalText(model, lane.node, level, span));
	const list = model.events[lane.node];
	const from = lower(list.time, time - slack);
	const to = lower(list.time, time + slack);
	for (let i = from; i < Math.min(to, from + 4); i++)
		lines.push(eventText(model, lane.node, i));
	if (to > from + 4) lines.push(`and ${plural(to - from - 4, 'event')} more`);
	const losses = model.losses[lane.node];
	const loss = lower(losses.to, time - slack / 3);
	if (loss < losses.from.length && losses.from[loss] <= time + slack / 3)
		lines.push(lossText(losses, loss));
	if (!lines.length)
		lines.push(`${model.nodes[lane.node]}, cycle ${number(Math.round(time))}`);
	return lines;
}

export function lossText(losses, i) {
	const lost = losses.lost[i] ? `, ${plural(losses.lost[i], 'record')} lost` : '';
	const range = `cycles ${whole(losses.from[i])} to ${whole(losses.to[i])}`;
	return `${losses.why[i]}: nothing is known of ${range}${lost}`;
}

function having(list, text) {
	const wanted = text.toLowerCase();
	return list.map(({ name }) => name.toLowerCase().includes(wanted));
}

/** How many events of the whole run have a text in their names. */
export function inRun(run, text) {
	const names = having(run.names, text);
	const add = (sum, count) => sum + count;
	return run.rates
		.filter(({ name }) => names[name])
		.map(({ counts }) => counts.reduce(add, 0))
		.reduce(add, 0);
}

/**
 * Hits of a text in names: times at each node, in order, of events and of begins of intervals; null
 * where no name of the run has it. `model`: of what is shown.
 */
export function search(model, text, run = model) {
	const names = having(model.names, text);
	const intervals = having(model.intervals, text);
	if (![names, intervals, having(run.names, text)].some((list) => list.includes(true)))
		return null;
	const times = model.nodes.map((_, node) => {
		const { time, name } = model.events[node];
		const list = [];
		for (let i = 0; i < time.length; i++) if (names[name[i]]) list.push(time[i]);
		for (const { begin, interval } of model.spans[node])
			for (let i = 0; i < begin.length; i++)
				if (intervals[interval[i]]) list.push(begin[i]);
		return Float64Array.from(list).sort();
	});
	return {
		text,
		names,
		intervals,
		times,
		count: times.reduce((n, list) => n + list.length, 0),
	};
}

/** The next hit after a time, or before it: {time, node}; null: there is none. */
export function step(found, time, backwards) {
	let best = null;
	found.times.forEach((list, node) => {
		const i = backwards ? lower(list, time) - 1 : lower(list, time + 0.5);
		const at = list[i];
		if (at === undefined) return;
		if (!best || (backwards ? at > best.time : at < best.time))
			best = { time: at, node };
	});
	return best;
}

/** What begins in the view, in order of time, at most `most` rows: [time, node, text]. */
export function listed(model, view, most) {
	const rows = [];
	model.nodes.forEach((_, node) => {
		const list = model.events[node];
		const last = lower(list.time, view.to + 1);
		let i = lower(list.time, view.from);
		for (let n = 0; i < last && n < most; i++, n++)
			rows.push([
				list.time[i],
				node,
				model.names[list.name[i]].name,
				model.names[list.name[i]].kind,
				null,
			]);
		for (const level of model.spans[node]) {
			let k = lower(level.begin, view.from);
			for (let n = 0; level.begin[k] <= view.to && n < most; k++, n++)
				rows.push([
					level.begin[k],
					node,
					model.intervals[level.interval[k]].name,
					`interval, ${level.status[k]}`,
					Number.isFinite(level.cycles[k]) ? level.cycles[k] : null,
				]);
		}
	});
	rows.sort((a, b) => a[0] - b[0]);
	return rows.slice(0, most);
}
