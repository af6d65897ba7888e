// SPDX-License-Identifier: Apache-2.0
// Where the hot-spot graph has its processes, its arcs and their numbers.

export const HEIGHT = 470;
export const RADIUS = 15;

/** A place on an ellipse; `turn` is how far right it is, -1 to 1. */
export function spot(at, of, width) {
	const angle = (2 * Math.PI * at) / of - Math.PI / 2;
	const turn = Math.cos(angle);
	const wide = Math.max(Math.min(width / 2 - 110, 420), 60);
	return {
		x: width / 2 + turn * wide,
		y: HEIGHT / 2 + Math.sin(angle) * (HEIGHT / 2 - 45),
		turn,
	};
}

/** An arc bent to the left of its way, so that the two ways between two processes lie apart. */
export function curve(a, b) {
	if (a === b) return loop(a);
	const [dx, dy] = [b.x - a.x, b.y - a.y];
	const length = Math.hypot(dx, dy);
	const bend = 0.14;
	const pull = { x: (a.x + b.x) / 2 + dy * bend, y: (a.y + b.y) / 2 - dx * bend };
	const towards = (from, to, distance) => {
		const far = Math.hypot(to.x - from.x, to.y - from.y);
		return {
			x: from.x + ((to.x - from.x) * distance) / far,
			y: from.y + ((to.y - from.y) * distance) / far,
		};
	};
	const begin = towards(a, pull, RADIUS);
	const end = towards(b, pull, RADIUS + 7);
	const point = towards(b, pull, RADIUS);
	const [ux, uy] = [(point.x - end.x) / 7, (point.y - end.y) / 7];
	const wing = (side) => `${end.x - side * uy * 4.5},${end.y + side * ux * 4.5}`;
	// off the middle, so that numbers of crossing arcs lie apart
	const first = length > 260 ? 0.36 : 0.5;
	const along = [0, 0.08, -0.08, 0.16, -0.16, 0.24, -0.24, 0.32].map((more) => {
		const t = first + more;
		return {
			x: (1 - t) ** 2 * a.x + 2 * t * (1 - t) * pull.x + t ** 2 * b.x,
			y: (1 - t) ** 2 * a.y + 2 * t * (1 - t) * pull.y + t ** 2 * b.y,
		};
	});
	return {
		path: `M${begin.x},${begin.y}Q${pull.x},${pull.y} ${end.x},${end.y}`,
		tip: `M${point.x},${point.y}L${wing(1)}L${wing(-1)}Z`,
		along,
	};
}

/** What a process sends itself. */
function loop({ x, y }) {
	const up = y < HEIGHT / 2 ? 1 : -1;
	const path = `M${x - 8},${y + up * 13}C${x - 34},${y + up * 55} ${x + 34},${y + up * 55} ${x + 8},${y + up * 20}`;
	const tip = `M${x + 6},${y + up * 14}l8,${up * 5}l-7,${up * 4}Z`;
	return { path, tip, along: [{ x, y: y + up * 46 }] };
}

const LETTER = 6.4; // pixels of a number's letter
const LINE = 13;

/** The picture's room: a number lies over no process and over no other number. */
export class Room {
	constructor(processes) {
		this.boxes = [...processes].map(({ x, y }) => ({
			x,
			y,
			wide: RADIUS,
			high: RADIUS,
		}));
	}

	/** The first of the places that is free, which it takes; null: none is. */
	take(places, letters) {
		const wide = (letters * LETTER) / 2;
		const high = LINE / 2;
		const free = ({ x, y }) =>
			this.boxes.every(
				(box) =>
					Math.abs(box.x - x) >= box.wide + wide ||
					Math.abs(box.y - y) >= box.high + high,
			);
		const place = places.find(free) ?? null;
		if (place) this.boxes.push({ ...place, wide, high });
		return place;
	}
}
