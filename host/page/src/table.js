// SPDX-License-Identifier: Apache-2.0
// Tables, sorted by any column.
import { h, fill } from './dom.js';
import { number, whole } from './format.js';

const PAGE = 200; // rows that are shown at first

function compare(a, b) {
	if (typeof a === 'number' && typeof b === 'number') return a - b;
	if (typeof a === 'number') return -1;
	if (typeof b === 'number') return 1;
	return String(a ?? '').localeCompare(String(b ?? ''), 'en', { numeric: true });
}

/** What a cell shows: a value, or {text, value} that is sorted by its value. */
function shown(cell) {
	if (cell === null || cell === undefined) return '–';
	if (cell instanceof Node) return cell;
	if (typeof cell === 'object') return cell.text;
	if (typeof cell === 'number') return Number.isInteger(cell) ? whole(cell) : number(cell);
	if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
	return cell;
}

function sortable(cell) {
	return cell !== null && typeof cell === 'object' && 'value' in cell ? cell.value : cell;
}

function isNumber(cell) {
	return typeof sortable(cell ?? null) === 'number';
}

/**
 * A table with a caption. `columns` are headings; `rows` lists of cells. A heading sorts; of a long
 * table the first rows are shown, and a button shows all.
 */
export function table(caption, columns, rows) {
	const s = { by: -1, down: false, all: rows.length <= PAGE };
	const numeric = columns.map((_, i) => rows.some((row) => isNumber(row[i])));
	const body = h('tbody');
	const headings = columns.map((text, i) =>
		h(
			'th',
			{ scope: 'col', class: numeric[i] && 'number' },
			h(
				'button',
				{
					type: 'button',
					onclick: () => {
						s.down = s.by === i ? !s.down : numeric[i];
						s.by = i;
						draw();
					},
				},
				text,
			),
		),
	);
	const more = h(
		'button',
		{
			type: 'button',
			class: 'more',
			onclick: () => {
				s.all = true;
				draw();
			},
		},
		`Show all ${whole(rows.length)} rows`,
	);

	function draw() {
		const order =
			s.by < 0
				? rows
				: [...rows].sort(
						(a, b) =>
							(s.down ? -1 : 1) *
							compare(
								sortable(a[s.by] ?? null),
								sortable(b[s.by] ?? null),
							),
					);
		headings.forEach((heading, i) => {
			if (i === s.by)
				heading.setAttribute(
					'aria-sort',
					s.down ? 'descending' : 'ascending',
				);
			else heading.removeAttribute('aria-sort');
		});
		more.hidden = s.all;
		fill(
			body,
			(s.all ? order : order.slice(0, PAGE)).map((row) =>
				h(
					'tr',
					{},
					row.map((cell, i) =>
						i === 0 && !numeric[0]
							? h('th', { scope: 'row' }, shown(cell))
							: h(
									'td',
									{
										class:
											numeric[
												i
											] &&
											'number',
									},
									shown(cell),
								),
					),
				),
			),
		);
	}
	draw();
	return h(
		'div',
		{ class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
		h(
			'table',
			{},
			h('caption', {}, caption),
			h('thead', {}, h('tr', {}, headings)),
			body,
		),
		more,
	);
}
