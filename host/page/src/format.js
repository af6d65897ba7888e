// SPDX-License-Identifier: Apache-2.0
// Numbers as text.

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/**
 * A whole number with commas; what is not there is a dash. From 2^53 on the host writes it as a
 * string, of which no digit is lost here.
 */
export function whole(value) {
	if (value === null || value === undefined) return '–';
	return grouped.format(typeof value === 'string' ? BigInt(value) : value);
}

/** A number with some four significant digits. */
export function number(value) {
	if (value === null || value === undefined || Number.isNaN(value)) return '–';
	if (Number.isInteger(value) && Math.abs(value) < 1e15) return whole(value);
	const size = Math.abs(value);
	if (size >= 1000)
		return new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(value);
	return new Intl.NumberFormat('en', { maximumSignificantDigits: 4 }).format(value);
}

const units = [
	[1, 's'],
	[1e-3, 'ms'],
	[1e-6, 'µs'],
	[1e-9, 'ns'],
];

/** Seconds with the unit that fits. */
export function seconds(value) {
	if (value === null || value === undefined) return '–';
	if (value === 0) return '0 s';
	const [size, unit] = units.find(([size]) => Math.abs(value) >= size) ?? units.at(-1);
	return `${number(value / size)} ${unit}`;
}

/** A rate a second, with a letter for thousands. */
export function rate(value) {
	const [size, letter] = [
		[1e9, ' G'],
		[1e6, ' M'],
		[1e3, ' k'],
	].find(([size]) => Math.abs(value) >= size) ?? [1, ' '];
	return `${number(value / size)}${letter}`.trimEnd();
}

/** A share as per cent. */
export function percent(value) {
	if (value === null || value === undefined) return '–';
	const text = (100 * value).toFixed(value !== 0 && Math.abs(value) < 0.1 ? 2 : 1);
	return value < 1 && text === '100.0' ? '> 99.9 %' : `${text} %`;
}

/** A count, a sum or a maximum: there may have been more where it is `partly` known. */
export function atLeast(partly, text) {
	return partly ? `≥ ${text}` : text;
}

/** Words for a count: `plural(2, 'node')` is "2 nodes". */
export function plural(count, word, many = `${word}s`) {
	return `${whole(count)} ${count === 1 ? word : many}`;
}

/** The fields of a watched word, as the report prints them: `pc 0x208 write 0x1`. */
export function fieldsText(fields) {
	return Object.entries(fields)
		.map(([name, value]) => `${name} 0x${BigInt(value).toString(16)}`)
		.join(' ');
}
