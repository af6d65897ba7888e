// SPDX-License-Identifier: Apache-2.0
// Numbers of arcs lie over no other number, and few are left out.
import { Room, curve, spot } from '../../host/page/src/arcs.js';

const LETTERS = 7;
const WIDE = 40; // pixels of seven letters of 11 pixels, at least
const HIGH = 11;

/** Places of the numbers of two-way arcs between these pairs, of `of` processes in a circle. */
function numbers(of, pairs, width) {
	const spots = Array.from({ length: of }, (_, at) => spot(at, of, width));
	const room = new Room(spots);
	return pairs
		.flatMap(([a, b]) => [
			[a, b],
			[b, a],
		])
		.map(([a, b]) => room.take(curve(spots[a], spots[b]).along, LETTERS));
}

let faults = 0;
for (const of of [4, 8, 11, 15])
	for (const width of [700, 1245]) {
		// neighbours all around, and one that all send to
		const pairs = Array.from({ length: of }, (_, i) => [i, (i + 1) % of]);
		for (let i = 2; i < Math.min(of - 1, 8); i++) pairs.push([0, i]);
		const all = numbers(of, pairs, width);
		const shown = all.filter(Boolean);
		const over = shown.some((p, i) =>
			shown
				.slice(i + 1)
				.some(
					(q) =>
						Math.abs(p.x - q.x) < WIDE &&
						Math.abs(p.y - q.y) < HIGH,
				),
		);
		if (!over && shown.length >= 0.8 * all.length) continue;
		faults++;
		console.log('FAIL', of, width, over, shown.length, all.length);
	}
console.log(`${faults ? 0 : 1} passed, ${faults ? 1 : 0} failed`);
process.exitCode = faults ? 1 : 0;
