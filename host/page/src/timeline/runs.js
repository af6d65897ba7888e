// SPDX-License-Identifier: Apache-2.0
// Intervals of a row by pixels: what lies in the same pixel is found by binary search.
import { lower } from '../data.js';

/**
 * Calls, in order, `one(i)` for each interval in the view that is a pixel wide or wider, and
 * `many(i, j, x)` for all others: i up to j, not included, begin in pixel x. `begin` and `end` are
 * sorted.
 */
export function runs(view, begin, end, one, many) {
	let i = lower(end, view.from);
	while (i < begin.length && begin[i] <= view.to) {
		const x = view.x(begin[i]);
		if (view.x(end[i]) - x >= 1) {
			one(i++);
			continue;
		}
		let next = Math.max(lower(begin, view.time(Math.floor(x) + 1), i), i + 1);
		// only the last one that begins in a pixel can be longer than the pixel
		if (next - i > 1 && view.x(end[next - 1]) - view.x(begin[next - 1]) >= 1) next--;
		many(i, next, Math.floor(x));
		i = next;
	}
}
