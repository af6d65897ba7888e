// SPDX-License-Identifier: Apache-2.0
// Draws the time line. However many there are, a row draws at most one thing a pixel.
import { lower } from '../data.js';
import { number } from '../format.js';
import { kindColour } from '../theme.js';
import { drawMessages } from './lines.js';
import { runs } from './runs.js';

const FONT = '12px system-ui, sans-serif';
const LABEL_ROOM = 90; // pixels between events that get their names

function hatch(ctx, colour) {
	const tile = document.createElement('canvas');
	tile.width = tile.height = 6;
	const pen = tile.getContext('2d');
	pen.strokeStyle = colour;
	pen.lineWidth = 1.5;
	pen.beginPath();
	pen.moveTo(-1, 7);
	pen.lineTo(7, -1);
	pen.stroke();
	return ctx.createPattern(tile, 'repeat');
}

function drawLosses(d, lane) {
	const { ctx, view } = d;
	const list = d.model.losses[lane.node];
	ctx.fillStyle = d.hatch;
	const draw = (from, to) => {
		const x = Math.max(view.x(from), 0);
		ctx.fillRect(
			x,
			lane.y,
			Math.max(Math.min(view.x(to), view.width) - x, 2),
			lane.height,
		);
	};
	runs(
		view,
		list.from,
		list.to,
		(i) => draw(list.from[i], list.to[i]),
		(i, j) => draw(list.from[i], list.to[j - 1]),
	);
}

function textOn(d, text, x, y, room) {
	const { ctx } = d;
	if (room < 24) return;
	let shown = text;
	while (shown.length > 1 && ctx.measureText(shown).width > room)
		shown = shown.length > 3 ? `${shown.slice(0, -2)}…` : '';
	if (shown) ctx.fillText(shown, x, y);
}

function drawLevel(d, level, y, height) {
	const { ctx, view, model, colours } = d;
	runs(
		view,
		level.begin,
		level.end,
		(i) => {
			const x = Math.max(view.x(level.begin[i]), 0);
			const width = Math.min(view.x(level.end[i]), view.width) - x;
			const name = model.intervals[level.interval[i]].name;
			ctx.fillStyle = kindColour(colours, level.interval[i]);
			ctx.fillRect(x, y, Math.max(width - (width > 4 ? 1 : 0), 1), height);
			if (d.found && !d.found.intervals[level.interval[i]])
				dim(d, x, y, width, height);
			ctx.fillStyle = colours.bg;
			textOn(d, name, x + 3, y + height / 2, width - 8);
		},
		(i, j, x) => {
			ctx.fillStyle = kindColour(colours, level.interval[i]);
			ctx.fillRect(x, y, 1, height);
		},
	);
}

function dim(d, x, y, width, height) {
	d.ctx.globalAlpha = 0.75;
	d.ctx.fillStyle = d.colours.panel;
	d.ctx.fillRect(x, y, width, height);
	d.ctx.globalAlpha = 1;
}

function tick(d, x, lane, count) {
	const height = Math.min(lane.ticks, 6 + 4 * Math.log2(count));
	d.ctx.fillRect(x, lane.y + lane.height - height, 1.5, height);
}

function drawEvents(d, lane, list, colour) {
	const { ctx, view, model, colours } = d;
	let label = 0;
	let i = lower(list.time, view.from);
	const last = lower(list.time, view.to + 1);
	const sparse = ((last - i) * LABEL_ROOM) / 3 < view.width;
	while (i < last) {
		const x = Math.floor(view.x(list.time[i]));
		const next = Math.max(lower(list.time, view.time(x + 1), i, last), i + 1);
		ctx.fillStyle = colour;
		tick(d, x, lane, next - i);
		if (sparse && list.name && x >= label) {
			const following = next < last ? view.x(list.time[next]) : view.width;
			ctx.fillStyle = colours.muted;
			textOn(
				d,
				model.names[list.name[i]].name,
				x + 4,
				lane.y + lane.height - 7,
				following - x - 6,
			);
			label = x + 24;
		}
		i = next;
	}
}

/** A share of a column of which nothing is known: the page has no single losses there. */
function drawShare({ ctx, hatch }, lane, x, width) {
	ctx.fillStyle = hatch;
	ctx.fillRect(x, lane.y, Math.max(width, 1), lane.height);
}

/** Where there is no detail: shares of each column of the host's overview. */
function drawOverview(d, lane, from, to) {
	const { ctx, view, model, colours } = d;
	const part = model.overview;
	const span = (model.end - model.begin) / part.columns;
	const first = Math.max(Math.floor((from - model.begin) / span), 0);
	const last = Math.min(Math.ceil((to - model.begin) / span), part.columns);
	for (let c = first; c < last; c++) {
		const x = Math.max(view.x(Math.max(model.begin + c * span, from)), 0);
		const right = Math.min(
			view.x(Math.min(model.begin + (c + 1) * span, to)),
			view.width,
		);
		let y = lane.y + lane.bars;
		for (const [kind, share] of part.nodes[lane.node][c]) {
			if (kind >= model.intervals.length) {
				if (model.newest) drawShare(d, lane, x, share * (right - x));
				continue;
			}
			const height = Math.min(share, 1) * lane.bars;
			ctx.fillStyle = kindColour(colours, kind);
			ctx.fillRect(
				x,
				Math.max(y - height, lane.y),
				right - x + 0.3,
				Math.min(height, y - lane.y),
			);
			y -= height;
		}
	}
}

function drawRates(d, lane, from, to) {
	const { ctx, view, model, colours } = d;
	const span = (model.end - model.begin) / model.periods;
	const counts = model.rateOf[lane.node];
	ctx.fillStyle = colours.event;
	for (let c = 0; c < model.periods; c++) {
		const begin = model.begin + c * span;
		if (!counts[c] || begin + span < from || begin > to) continue;
		const x = view.x(begin);
		const width = Math.max(view.x(begin + span) - x, 1);
		if (x + width < 0 || x > view.width) continue;
		const height = Math.min(lane.ticks, 4 + 3 * Math.log2(1 + counts[c] / width));
		ctx.fillRect(x, lane.y + lane.height - height, width, height);
	}
}

/** The stretches of the view outside from..to. */
function outside(view, from, to) {
	return [
		[view.from, Math.min(from, view.to)],
		[Math.max(to + 1, view.from), view.to],
	].filter(([a, b]) => b > a);
}

/** Intervals one by one, up to where the list of them is complete. */
function drawSpans(d, lane) {
	const { ctx, view, model } = d;
	const { from, spansTo } = model.detail;
	const left = Math.max(view.x(from), 0);
	const right = spansTo < model.end ? Math.min(view.x(spansTo + 1), view.width) : view.width;
	if (right <= left) return;
	ctx.save();
	ctx.beginPath();
	ctx.rect(left, lane.y, right - left, lane.height);
	ctx.clip();
	model.spans[lane.node]
		.slice(0, lane.levels)
		.forEach((level, i) =>
			drawLevel(d, level, lane.y + i * lane.level, lane.level - 1),
		);
	ctx.restore();
}

function drawLane(d, lane) {
	const { ctx, view, model, colours } = d;
	const detail = model.detail;
	ctx.fillStyle = colours.panel;
	ctx.fillRect(0, lane.y, view.width, lane.height);
	for (const [from, to] of outside(view, detail.from, detail.spansTo))
		drawOverview(d, lane, from, to);
	drawSpans(d, lane);
	for (const [from, to] of outside(view, detail.from, detail.to))
		drawRates(d, lane, from, to);
	drawEvents(d, lane, model.events[lane.node], d.found ? colours.line : colours.event);
	if (d.found) drawEvents(d, lane, { time: d.found.times[lane.node] }, colours.accent);
	drawLosses(d, lane);
	if (lane.node === d.chosen) {
		ctx.strokeStyle = colours.accent;
		ctx.lineWidth = 1.5;
		ctx.strokeRect(0.75, lane.y - 0.75, view.width - 1.5, lane.height + 1.5);
	}
}

/** The line over the lanes of a board. */
function drawHead(d, lane) {
	d.ctx.fillStyle = d.colours.muted;
	d.ctx.fillRect(0, lane.y - lane.head + 1, d.view.width, 1);
}

/** Steps of 1, 2 or 5 times a power of ten. */
export function niceStep(least) {
	const power = 10 ** Math.floor(Math.log10(least));
	return [1, 2, 5, 10].map((n) => n * power).find((step) => step >= least);
}

function drawGrid(d, height) {
	const { ctx, view, colours } = d;
	const step = Math.max(niceStep((view.span / view.width) * 110), 1);
	ctx.strokeStyle = colours.line;
	ctx.lineWidth = 1;
	ctx.beginPath();
	for (let t = Math.ceil(view.from / step) * step; t <= view.to; t += step) {
		const x = Math.round(view.x(t)) + 0.5;
		ctx.moveTo(x, 0);
		ctx.lineTo(x, height);
	}
	ctx.stroke();
}

/** All lanes. `d`: ctx, view, model, colours, found, chosen, cursor, messages. */
export function drawLanes(d, lanes, height) {
	const { ctx, view, colours } = d;
	d.hatch = hatch(ctx, colours.loss);
	ctx.clearRect(0, 0, view.width, height);
	ctx.font = FONT;
	ctx.textBaseline = 'middle';
	for (const lane of lanes) {
		if (lane.head) drawHead(d, lane);
		drawLane(d, lane);
	}
	ctx.globalAlpha = 0.6;
	drawGrid(d, height);
	ctx.globalAlpha = 1;
	const messages = drawMessages(d, lanes);
	if (d.cursor !== null) {
		ctx.strokeStyle = colours.accent;
		ctx.lineWidth = 1.5;
		ctx.beginPath();
		ctx.moveTo(view.x(d.cursor), 0);
		ctx.lineTo(view.x(d.cursor), height);
		ctx.stroke();
	}
	return messages;
}

/** The ruler: cycles of the grid's lines. */
export function drawRuler(ctx, view, colours, height) {
	const step = Math.max(niceStep((view.span / view.width) * 110), 1);
	ctx.clearRect(0, 0, view.width, height);
	ctx.font = FONT;
	ctx.textBaseline = 'middle';
	ctx.fillStyle = colours.muted;
	for (let t = Math.ceil(view.from / step) * step; t <= view.to; t += step) {
		const x = view.x(t);
		ctx.fillRect(Math.round(x), height - 5, 1, 5);
		const text = number(t);
		const half = ctx.measureText(text).width / 2;
		ctx.fillText(
			text,
			Math.max(0, Math.min(x - half, view.width - 2 * half)),
			height / 2 - 2,
		);
	}
}

/** The whole run in one strip: rate of events, losses, and what the view shows of it. */
export function drawStrip(ctx, model, view, colours, height) {
	const width = view.width;
	const most = Math.max(1, ...model.rateOfAll);
	const total = model.end - model.begin;
	ctx.clearRect(0, 0, width, height);
	ctx.fillStyle = colours.panel;
	ctx.fillRect(0, 0, width, height);
	ctx.fillStyle = colours.event;
	for (let c = 0; c < model.periods; c++) {
		const part = model.rateOfAll[c]
			? (height - 4) * Math.max(model.rateOfAll[c] / most, 0.06)
			: 0;
		ctx.fillRect(
			(c * width) / model.periods,
			height - part,
			width / model.periods + 0.3,
			part,
		);
	}
	ctx.fillStyle = colours.bad;
	model.overview.nodes.forEach((columns) =>
		columns.forEach((column, c) => {
			if (
				column.some(
					([kind]) =>
						kind >= model.intervals.length &&
						kind < model.intervals.length + 2,
				)
			)
				ctx.fillRect(
					(c * width) / columns.length,
					0,
					width / columns.length + 0.3,
					3,
				);
		}),
	);
	const x = ((view.from - view.begin) / total) * width;
	const w = Math.max((view.span / total) * width, 3);
	ctx.globalAlpha = 0.18;
	ctx.fillStyle = colours.accent;
	ctx.fillRect(x, 0, w, height);
	ctx.globalAlpha = 1;
	ctx.strokeStyle = colours.accent;
	ctx.lineWidth = 1.5;
	ctx.strokeRect(x + 0.75, 0.75, Math.max(w - 1.5, 1.5), height - 1.5);
}
