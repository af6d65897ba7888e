// SPDX-License-Identifier: Apache-2.0
// Ten lines that say what the run was and took, and the advice.
import { boardsLine, boardsTable, runOf } from './boards.js';
import { section } from './section.js';
import { detailOf } from './seen.js';
import { fill, h } from './dom.js';
import { atLeast, number, percent, plural, seconds, whole } from './format.js';

function sum(list, value) {
	return list.reduce((total, item) => total + (value(item) ?? 0), 0);
}

function runLine(model) {
	const { run } = model.report;
	const which = runOf(model);
	const of = run.experiment ? `${run.experiment}, ${which}` : `R${which.slice(1)}`;
	const started = run.started
		? `, started ${run.started.replace('T', ' ').replace('Z', ' UTC')}`
		: '';
	const program = run.program ? `, program ${run.program}` : '';
	const simulated = run.model ? ', on a model of the monitor' : '';
	return `${of} of monitor ${run.monitor}, mode ${run.mode}, ${run.state}${program}${started}${simulated}`;
}

function lengthLine({ report: { run } }) {
	const cycles = atLeast(run.end_at_least, whole(run.end - run.begin));

	const clock = `the nominal ${number(run.clock_hz / 1e6)} MHz`;

	return `${cycles} cycles: ${seconds(run.seconds)} at ${clock}`;
}

function untilLine({ report: { run, nodes } }) {
	if (!run.until) return 'The experiment names none';
	if (run.until_reached === null) {
		const unknown = nodes.filter((n) => n.until?.unknown);
		const parts = unknown.map((n) => `${n.name} (${n.until.unknown})`);
		return `${run.until}: not known whether it was reached at ${parts.join(', ')}`;
	}
	return run.until_reached
		? `${run.until} was reached`
		: `${run.until} was not reached at every node`;
}

/** How exact the times of nodes are; null: all are. */
function timesLine({ report: { nodes } }) {
	const parts = nodes
		.filter((n) => n.tick > 1)
		.map(
			(n) =>
				`${n.name}: ticks of ${whole(n.tick)} cycles${n.jitter ? ' at random places' : ''}, ` +
				`a duration is within ${whole(n.bound)} of the truth`,
		);
	return parts.length ? parts.join('; ') : null;
}

function recordsLine({ report: { nodes } }) {
	const kinds = [
		['events', 'events'],
		['triggers', 'triggers'],
		['writes', 'writes to the event port'],
		['words', 'words of the profile'],
	];
	const partly = nodes.some((node) => node.at_least);
	const parts = kinds
		.map(([key, text]) => [sum(nodes, (node) => node[key]), text])
		.filter(([count]) => count > 0)
		.map(([count, text]) => `${atLeast(partly, whole(count))} ${text}`);
	return `${plural(nodes.length, 'node')}, ${whole(sum(nodes, (n) => n.records))} records: ${parts.join(', ') || 'nothing fired'}`;
}

function intervalLine({ report }) {
	const most = report.intervals
		.filter((interval) => interval.all?.count)
		.sort((a, b) => b.all.total - a.all.total)[0];
	if (!most) return 'No interval was seen from end to end';
	const cycles = report.run.end - report.run.begin;
	const all = most.all;
	const share = all.outermost.total / (cycles * report.nodes.length);
	const line =
		`${most.name}: ${atLeast(all.at_least, whole(all.count))} × ${number(all.mean)} cycles ` +
		`(${seconds(all.mean / report.run.clock_hz)})`;
	// nothing bounds the share where neither the sum nor the length is known
	if (report.run.end_at_least) return line;
	return `${line}, ${atLeast(all.at_least, percent(share))} of the time of all nodes`;
}

function longestLine({ report }) {
	let best = null;
	for (const interval of report.intervals)
		interval.nodes.forEach((node, k) => {
			for (const one of node.longest ?? []) {
				const time = one.cycles / report.nodes[k].clock_hz;
				const { name } = interval;
				if (!best || time > best.time)
					best = { ...one, time, name, node: node.node };
			}
		});
	if (!best) return null;
	const from = best.common ?? best.from;
	return {
		text: `${best.name} at ${best.node}, ${whole(best.cycles)} cycles (${seconds(best.time)}) from cycle ${whole(from)}`,
		from,
		to: from + Math.round(best.time * report.run.clock_hz),
	};
}

function ratioLine({ report }) {
	const names = new Map();
	for (const node of report.nodes)
		for (const { name, ratio } of [
			...node.ratios,
			...node.measures.map((m) => ({ name: m.name, ratio: m.value })),
		])
			if (typeof ratio === 'number')
				names.set(name, [...(names.get(name) ?? []), ratio]);
	const parts = [...names].slice(0, 6).map(([name, values]) => {
		const [low, high] = [Math.min(...values), Math.max(...values)];
		return `${name} ${number(low)}${high > low ? ` to ${number(high)}` : ''}`;
	});
	return parts.length ? parts.join(', ') : 'The monitor counts none';
}

function lossLine({ report }) {
	const { nodes } = report;
	const records = sum(nodes, (n) => n.records);
	const lost = sum(nodes, (n) => n.lost);
	const seen = Math.min(...nodes.map((n) => n.seen));
	const share = seen === 1 ? 'all' : `at least ${percent(seen)}`;
	const time = nodes.some((n) => n.seen_at_most)
		? 'how much of the time of every node was seen is not known'
		: `${share} of the time of every node was seen${frozenText(nodes)}`;
	const partly = nodes.some((n) => n.lost_at_least);
	return (
		`${atLeast(partly, whole(lost))} of ${atLeast(partly, whole(records + lost))} records lost; ` +
		`${time}${earlyText(nodes)}${filterText(report)}`
	);
}

/** Up to where that is the time, if a recorder froze. */
function frozenText(nodes) {
	const ends = nodes.filter((n) => n.frozen).map((n) => n.kept_until);
	if (!ends.length) return '';
	const [low, high] = [Math.min(...ends), Math.max(...ends)];
	const cycle = `cycle ${whole(low)}${high > low ? ` to ${whole(high)}` : ''}`;
	return ` until the recorder froze at ${cycle}; of later cycles nothing is known`;
}

/** Nodes whose records end before the end of the run, or nothing. */
function earlyText(nodes) {
	return nodes
		.filter((n) => !n.flushed)
		.map((n) =>
			n.records
				? `; the records of ${n.name} end early, at cycle ${whole(n.end)}`
				: `; there is no record of ${n.name}`,
		)
		.join('');
}

/** What filters left out of the run, or nothing. */
function filterText({ run }) {
	return run.filters
		.map(({ keep, drop, kept, left_out: out }) => {
			const rule = [keep && `keep ${keep}`, drop && `drop ${drop}`];
			return `; filtered (${rule.filter(Boolean).join('; ')}): ${whole(out)} of ${whole(kept + out)} records left out`;
		})
		.join('');
}

function messageLine(model) {
	const { messages } = model;
	if (!messages) return 'None were matched';
	const least = (text) => atLeast(!messages.complete, text);
	const part = `${least(whole(messages.matched))} matched, ${whole(messages.unmatched)} unmatched`;
	const open = messages.undecided
		? `, of which the bounds leave the order of ${least(whole(messages.undecided))} undecided`
		: '';
	return `${part}, ${least(plural(messages.tachyons, 'tachyon'))} (received before sent)${open}`;
}

function detailLine({ detail, begin, end }) {
	const { from, to } = detail;
	const asked = from > begin || (!detail.cut && to < end);
	const stretch = asked
		? `, from cycle ${whole(from)}${detail.cut ? ' on' : ` to ${whole(to)}`}`
		: '';
	return `This page has ${detailOf(detail)} one by one${stretch}`;
}

/** Pieces of advice that mean the same and ask for the same, as one. */
function together(pieces) {
	const groups = new Map();
	for (const piece of pieces) {
		const key = JSON.stringify([piece.rule, piece.means, piece.change]);
		const group = groups.get(key) ?? { ...piece, seen: [] };
		group.seen.push(piece.seen);
		groups.set(key, group);
	}
	return [...groups.values()];
}

/** A piece of advice, in the list of all. */
function piece({ rule, seen, means, change }) {
	return h(
		'li',
		{ 'data-rule': rule },
		seen.map((text) => h('p', { class: 'seen' }, text)),
		h('p', {}, means),
		change && h('p', { class: 'change' }, change),
	);
}

export function summary(goTo) {
	const lines = h('dl', { class: 'summary', id: 'summary-lines' });
	const advice = h('div', { id: 'advice' });
	const boards = h('div', { id: 'boards' });

	function update(model) {
		const longest = longestLine(model);
		const times = timesLine(model);
		const common = boardsLine(model);
		const rows = [
			['Run', runLine(model)],
			['Length', lengthLine(model)],
			...(common ? [['Time', common]] : []),
			...(times ? [['Times', times]] : []),
			['End point', untilLine(model)],
			['Records', recordsLine(model)],
			['Most time', intervalLine(model)],
			[
				'Longest interval',
				longest
					? h(
							'button',
							{
								type: 'button',
								class: 'link',
								onclick: () =>
									goTo(
										longest.from,
										longest.to,
									),
							},
							longest.text,
						)
					: '–',
			],
			['Ratios', ratioLine(model)],
			['Messages', messageLine(model)],
			['Losses', lossLine(model)],
			['Detail', detailLine(model)],
		];
		fill(
			lines,
			rows.map(([name, text]) =>
				h('div', {}, h('dt', {}, name), h('dd', {}, text)),
			),
		);
		fill(boards, boardsTable(model));
		const pieces = model.report.advice;
		fill(
			advice,
			h('h3', {}, 'Advice'),
			pieces.length
				? h('ol', { class: 'advice' }, together(pieces).map(piece))
				: h(
						'p',
						{},
						'None: the report has found no fault of the measurement.',
					),
		);
	}
	return { element: section('summary', 'Summary', null, lines, boards, advice), update };
}
