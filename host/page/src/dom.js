// SPDX-License-Identifier: Apache-2.0
// Elements. Text becomes text nodes only, so a name from a trace is never read as HTML.

/**
 * An element: attributes, `on...` listeners and properties (`.value`) from an object, then children
 * (elements, text, lists of them; null is left out).
 */
export function h(tag, attributes = {}, ...children) {
	return dress(document.createElement(tag), attributes, children);
}

/** The same of SVG. */
export function svg(tag, attributes = {}, ...children) {
	return dress(
		document.createElementNS('http://www.w3.org/2000/svg', tag),
		attributes,
		children,
	);
}

function dress(element, attributes, children) {
	for (const [key, value] of Object.entries(attributes)) {
		if (value === null || value === undefined || value === false) continue;
		if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
		else if (key.startsWith('.')) element[key.slice(1)] = value;
		else element.setAttribute(key, value === true ? '' : value);
	}
	append(element, children);
	return element;
}

export function append(element, children) {
	for (const child of [children].flat(Infinity))
		if (child !== null && child !== undefined && child !== false)
			element.append(child instanceof Node ? child : String(child));
}

/** Replaces all children. */
export function fill(element, ...children) {
	element.replaceChildren();
	append(element, children);
	return element;
}

let ids = 0;

/** A name that no other element has. */
export function unique(word) {
	return `${word}-${++ids}`;
}

/** A label with its control. */
export function field(label, control) {
	const id = control.id || unique('field');
	control.id = id;
	return h('span', { class: 'field' }, h('label', { for: id }, label), control);
}

/** A list to choose from: `options` are [value, text]; `change` gets the value. */
export function choice(label, options, value, change) {
	const select = h(
		'select',
		{ onchange: () => change(select.value) },
		options.map(([key, text]) => h('option', { value: key }, text)),
	);
	if (options.some(([key]) => key === value)) select.value = value;
	return Object.assign(field(label, select), { select });
}

/** A button that is on or off. */
export function toggle(text, pressed, change) {
	const button = h(
		'button',
		{
			type: 'button',
			'aria-pressed': String(pressed),
			onclick: () => {
				pressed = !pressed;
				button.setAttribute('aria-pressed', String(pressed));
				change(pressed);
			},
		},
		text,
	);
	return button;
}
