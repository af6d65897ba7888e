// SPDX-License-Identifier: Apache-2.0
// A run of several boards: times on the page are those of the time that all boards have in common.
// How far one can be wrong is stated with it; what lasted on one board is in that board's cycles.
import { number, plural, seconds, whole } from './format.js';
import { table } from './table.js';

const STATES = {
	unplugged: 'was unplugged',
	restarted: 'was restarted',
	lies: 'is left out: its clock cannot be right',
};

/** The boards, none of a run of one, and the board of each node, null of a run of one. */
export function boardsOf({ run, nodes }) {
	const boards = run.boards ?? [];
	const boardOf = boards.flatMap((board) => new Array(board.nodes).fill(board));
	return { boards, boardOf: nodes.map((_, node) => boardOf[node] ?? null) };
}

/** Which run it is. */
export function runOf({ report: { run }, boards }) {
	return boards.length ? `run of ${plural(boards.length, 'board')}` : `run ${run.run}`;
}

/** The name of a node below the name of its board. */
export function nameOnBoard({ nodes, boardOf }, node) {
	const name = nodes[node];
	return boardOf[node] ? name.slice(boardOf[node].name.length + 1) : name;
}

/** By how much a time at a node can be wrong, behind the time. */
export function wrongBy({ boardOf }, node) {
	return boardOf[node] ? ` ± ${whole(boardOf[node].bound)}` : '';
}

function bound({ bound: cycles, bound_ns: ns }) {
	return `${whole(cycles)} cycles (${seconds(ns / 1e9)})`;
}

function brokenText({ broken }) {
	return `${whole(broken.times)}× by the check of ${broken.check}, against ${broken.with ?? 'the host'}`;
}

/** What the summary says of the time; null: it is the board's own. */
export function boardsLine({ boards }) {
	if (!boards.length) return null;
	const read = boards.filter((b) => b.nodes); // not those that are left out
	const worst = read.reduce((a, b) => (b.bound > a.bound ? b : a));
	const parts = [
		`of ${plural(read.length, 'board')} in common, wrong by at most ${bound(worst)}`,
		...boards
			.filter((b) => b.broken)
			.map((b) => `THE BOUND OF ${b.name} WAS FOUND BROKEN ${brokenText(b)}`),
		...boards.filter((b) => STATES[b.state]).map((b) => `${b.name} ${STATES[b.state]}`),
	];
	return parts.join('; ');
}

/** What stands over a board's lanes, and more of it. */
export function boardTexts(board) {
	const faults = [board.broken && 'bound broken', STATES[board.state]].filter(Boolean);
	return {
		text: `${board.name} ± ${whole(board.bound)}`,
		title: [`board ${board.name}`, `times within ${bound(board)}`, ...faults].join(', '),
		bad: faults.length > 0,
	};
}

export function boardsTable({ boards }) {
	if (!boards.length) return null;
	return table(
		'Boards: by how much the common time of each can be wrong, and what that comes from',
		['board', 'device', 'clock', 'state', 'bound', 'broken bound', 'pulses', 'polls', 'failed polls'],
		boards.map((b) => [
			b.name,
			b.device,
			{ text: `${number(b.clock_hz / 1e6)} MHz`, value: b.clock_hz },
			b.state,
			b.nodes ? { text: `± ${bound(b)}`, value: b.bound } : null,
			b.broken ? brokenText(b) : 'none was found',
			b.pulses,
			b.polls,
			b.failed,
		]),
	);
}

const COMMON = 'Cycles are those of the time that all boards have in common';

/** How to read the cycles of a section. */
const CYCLES = {
	timeline: `${COMMON}; ± states by how much one can be wrong. How long an interval took is in the cycles of its own board, which is exact.`,
	history: `${COMMON}.`,
	hotspots: 'Cycles to arrive between two boards are of the common time: they can be wrong by the bounds of both.',
	critical: `${COMMON}; what a message took between two boards can be wrong by the bounds of both.`,
	tables: 'Cycles of a node are those of its own board, from its own start on. The common time of a list is in its export.',
};

/** The sentence on cycles that stands above a section, or nothing. */
export function cyclesOf(id, { boards }) {
	return (boards.length && CYCLES[id]) || '';
}
