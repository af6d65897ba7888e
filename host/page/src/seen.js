// SPDX-License-Identifier: Apache-2.0
// Pictures of a run with losses show what was seen: they say so.
import { whole } from './format.js';

const NAMES = 4; // of nodes that are named

function words(report, nodes) {
	if (!nodes.length) return '';
	const names = nodes.map((n) => n.name);
	const of =
		names.length > NAMES
			? `${names.length} nodes`
			: [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
	const left = report.run.filters.length ? ', or were left out' : '';
	return `records of ${of} may be missing${left}`;
}

/** Of events and intervals. */
function records({ report }) {
	return words(
		report,
		report.nodes.filter((n) => n.at_least),
	);
}

/** Of writes to the event ports, which filters leave in. */
function writes({ report }) {
	return words(
		{ run: { filters: [] } },
		report.nodes.filter((n) => n.port?.at_least ?? n.at_least),
	);
}

function partOf(shown, all) {
	return shown < all ? `${whole(shown)} of ${whole(all)}` : `all ${whole(all)}`;
}

/** How many events and intervals of the run this page has one by one. */
export function detailOf({ shown, all, spansShown, spansAll }) {
	return `${partOf(shown, all)} events and ${partOf(spansShown, spansAll)} intervals`;
}

/** A count of what this page has one by one, which may be a part of the run. */
export function ofDetail({ detail }, text) {
	const partly = detail.shown < detail.all || detail.spansShown < detail.spansAll;
	return partly ? `${text} in this page, which has ${detailOf(detail)}` : text;
}

/** What is missing in the picture of each section; nothing: it has all. */
const MISSING = {
	timeline: records,
	hotspots: (model) =>
		model.messages && !model.messages.complete
			? writes(model) || 'writes may be missing'
			: '',
	matrix: records,
	history: records,
	durations: (model) => (model.intervals.length ? records(model) : ''),
	flame: (model) =>
		model.calls || model.spans.some((levels) => levels.length) ? records(model) : '',
	critical: ({ parallelism, ...model }) =>
		parallelism && !parallelism.complete
			? writes(model) || 'messages have no other end'
			: '',
};

/** The sentence that stands above the picture of a section, or nothing. */
export function markOf(id, model) {
	const missing = MISSING[id]?.(model);
	return missing ? `Of what was seen, not of the run: ${missing}.` : '';
}
