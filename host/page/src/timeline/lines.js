// SPDX-License-Identifier: Apache-2.0
// The lines of messages in the time line, which make it a space-time diagram: from where and when
// each was sent to where and when it was received.
import { ORDERS } from '../messages.js';

const MOST = 4000; // lines of each order
const ARROWS = 400; // most messages that get the head of an arrow
const HEAD = 7; // pixels

/** How each is drawn, by its order: see ORDERS. */
export const LINES = {
	sure: { text: 'message', colour: 'fg', width: 0.8, dash: [] },
	undecided: { text: 'message of undecided order', colour: 'warn', width: 1.4, dash: [5, 4] },
	tachyon: { text: 'received before sent', colour: 'bad', width: 1.8, dash: [9, 3, 2, 3] },
};

function head(ctx, x, y, fromX, fromY) {
	const length = Math.hypot(x - fromX, y - fromY);
	if (length < HEAD) return;
	const [ux, uy] = [(x - fromX) / length, (y - fromY) / length];
	const [backX, backY] = [x - ux * HEAD, y - uy * HEAD];
	ctx.moveTo(x, y);
	ctx.lineTo(backX - uy * 3, backY + ux * 3);
	ctx.lineTo(backX + uy * 3, backY - ux * 3);
	ctx.closePath();
}

/**
 * Lines of messages between nodes: how many of those in the view were drawn, and how many there are
 * of each order.
 */
export function drawMessages(d, lanes) {
	const { ctx, view, model, colours } = d;
	const all = model.messages?.rows;
	if (!all || !d.messages) return null;
	const seen = all.within(view.from, view.to);
	const of = ORDERS.map((_, order) => seen.filter((i) => all.order[i] === order));
	const drawn = of.map((places) => {
		const stride = Math.ceil(places.length / MOST);
		return places.filter((_, k) => k % stride === 0);
	});
	const middle = lanes.map((lane) => lane.y + lane.bars);
	const pale = Math.min(1, Math.max(300 / Math.max(seen.length, 1), 0.2));
	ORDERS.forEach((name, order) => {
		const { colour, width, dash } = LINES[name];
		const ends = (i) => [
			view.x(all.received[i]),
			middle[all.to[i]],
			view.x(all.sent[i]),
			middle[all.from[i]],
		];
		ctx.strokeStyle = ctx.fillStyle = colours[colour];
		ctx.globalAlpha = order === 2 ? 1 : pale;
		ctx.lineWidth = width;
		ctx.setLineDash(dash);
		ctx.beginPath();
		for (const i of drawn[order]) {
			const [x, y, fromX, fromY] = ends(i);
			ctx.moveTo(fromX, fromY);
			ctx.lineTo(x, y);
		}
		ctx.stroke();
		if (seen.length > ARROWS) return;
		ctx.beginPath();
		for (const i of drawn[order]) head(ctx, ...ends(i));
		ctx.fill();
	});
	ctx.setLineDash([]);
	ctx.globalAlpha = 1;
	return {
		seen: seen.length,
		drawn: drawn.reduce((sum, places) => sum + places.length, 0),
		orders: Object.fromEntries(ORDERS.map((name, order) => [name, of[order].length])),
	};
}
