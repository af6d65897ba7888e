// SPDX-License-Identifier: Apache-2.0
import { h } from './dom.js';

/** A section of the page: what the contents list, a heading, and a sentence on what it shows. */
export function section(id, title, lead, ...children) {
	return h(
		'section',
		{ id, 'aria-labelledby': `${id}-title` },
		h('h2', { id: `${id}-title` }, title),
		lead && h('p', { class: 'lead' }, lead),
		children,
	);
}

/** Says why there is no picture. */
export function absent(text) {
	return h('p', { class: 'absent' }, text);
}
