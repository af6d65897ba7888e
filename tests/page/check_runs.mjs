// SPDX-License-Identifier: Apache-2.0
// What the time line draws of random intervals, against all intervals one by one.
import { runs } from '../../host/page/src/timeline/runs.js';
import { View } from '../../host/page/src/timeline/view.js';

let seed = 1;
function draw(below) {
	seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
	return Math.floor((seed / 2 ** 32) * below);
}

function intervals(count, gap, length) {
	const begin = [];
	const end = [];
	for (let i = 0, time = 0; i < count; i++) {
		time += draw(gap);
		begin.push(time);
		time += draw(8) ? draw(3) : draw(length); // most are short
		end.push(time);
	}
	return { begin: Float64Array.from(begin), end: Float64Array.from(end) };
}

let faults = 0;
let drawn = 0;
function check(good, ...what) {
	if (good) return;
	faults++;
	console.log('FAIL', ...what);
}

for (let round = 0; round < 400; round++) {
	const { begin, end } = intervals(1 + draw(300), 1 + draw(40), 1 + draw(600));
	const last = end.at(-1) + 1;
	const view = new View(0, last);
	view.width = 50 + draw(500);
	const from = draw(last);
	view.show(from, from + 1 + draw(last - from));
	const seen = new Array(begin.length).fill(0);
	let calls = 0;
	runs(
		view,
		begin,
		end,
		(i) => {
			calls++;
			seen[i]++;
			check(view.x(end[i]) - view.x(begin[i]) >= 1, 'a narrow one alone', round, i);
		},
		(i, j, x) => {
			calls++;
			for (let k = i; k < j; k++) {
				seen[k]++;
				check(view.x(end[k]) - view.x(begin[k]) < 1, 'a wide one among others', round, k);
				check(Math.floor(view.x(begin[k]) + 1e-9) === x || k === i, 'another pixel', round, k);
			}
		},
	);
	begin.forEach((time, i) => {
		const within = end[i] >= view.from && time <= view.to;
		check(seen[i] <= 1 && (!within || seen[i] === 1), 'not once', round, i, seen[i]);
	});
	check(calls <= 2 * view.width + 4, 'more than pixels', round, calls);
	drawn += calls;
}
check(drawn > 10000, 'nothing was drawn', drawn);
console.log(`${faults ? 0 : 1} passed, ${faults ? 1 : 0} failed`);
process.exitCode = faults ? 1 : 0;
