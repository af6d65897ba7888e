// SPDX-License-Identifier: Apache-2.0
// Colours, from the style sheet, as light and dark ask for.

const dark = matchMedia('(prefers-color-scheme: dark)');
const names = ['bg', 'panel', 'fg', 'muted', 'line', 'accent', 'bad', 'warn', 'event', 'loss'];
const KINDS = 10;

/** The colours of now: by name, and `kinds` for intervals and lines. */
export function colours() {
	const style = getComputedStyle(document.documentElement);
	const of = (name) => style.getPropertyValue(`--${name}`).trim();
	const all = Object.fromEntries(names.map((name) => [name, of(name)]));
	all.kinds = Array.from({ length: KINDS }, (_, i) => of(`kind-${i}`));
	return all;
}

export function kindColour(all, index) {
	return all.kinds[index % KINDS];
}

/** Calls `change` when the colours change. */
export function onColours(change) {
	dark.addEventListener('change', change);
}

// from violet to red, as the paper has it
const HOT = [
	[91, 63, 168],
	[52, 101, 201],
	[26, 143, 160],
	[62, 158, 77],
	[222, 196, 45],
	[235, 137, 44],
	[207, 46, 46],
];

/** A colour from violet (0) to red (1), and the colour of text on it. */
export function hot(share) {
	const at = Math.min(Math.max(share, 0), 1) * (HOT.length - 1);
	const low = Math.min(Math.floor(at), HOT.length - 2);
	const part = at - low;
	const rgb = HOT[low].map((from, i) => Math.round(from + (HOT[low + 1][i] - from) * part));
	return { back: `rgb(${rgb.join(' ')})`, text: luminance(rgb) > 0.18 ? '#000' : '#fff' };
}

function luminance(rgb) {
	const [r, g, b] = rgb.map((v) => {
		const part = v / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The stops of that scale, for a legend. */
export function hotGradient() {
	return `linear-gradient(to right, ${HOT.map((rgb) => `rgb(${rgb.join(' ')})`).join(', ')})`;
}
