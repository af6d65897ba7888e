// SPDX-License-Identifier: Apache-2.0
// Moves and zooms the view with a pointer.
import { fill, h } from '../dom.js';
import { number } from '../format.js';
import { textAt } from './find.js';

/** Moves the view by dragging, zooms to what is marked with Shift; shows what is there. */
export function drags(canvas, view, box, s, tip) {
	let from = null;
	const laneAt = (y) => s.lanes.find((lane) => y >= lane.y && y <= lane.y + lane.height);
	canvas.addEventListener('pointerdown', (event) => {
		if (event.button !== 0) return;
		canvas.setPointerCapture(event.pointerId);
		from = {
			x: event.offsetX,
			y: event.clientY,
			begin: view.from,
			marks: event.shiftKey,
			top: box.scrollTop,
		};
		tip.hidden = true;
	});
	canvas.addEventListener('pointermove', (event) => {
		if (from && !from.marks) {
			view.pan(
				from.begin -
					((event.offsetX - from.x) / view.width) * view.span -
					view.from,
			);
			box.scrollTop = from.top + from.y - event.clientY;
			return;
		}
		const lane = laneAt(event.offsetY);
		tip.hidden = !lane && !from;
		if (tip.hidden) return;
		const lines = from
			? [
					`zoom to ${number(Math.abs(view.time(event.offsetX) - view.time(from.x)))} cycles`,
				]
			: textAt(s.model, view, lane, event.offsetX, event.offsetY);
		fill(
			tip,
			lines.map((line) => h('div', {}, line)),
		);
		const left = Math.min(event.offsetX + 14, canvas.clientWidth - tip.offsetWidth - 4);
		tip.style.left = `${Math.max(left, 0)}px`;
		tip.style.top = `${event.offsetY + 16}px`;
	});
	const end = (event) => {
		const start = from;
		from = null;
		if (!start || event.type === 'pointercancel') return;
		const moved = Math.abs(event.offsetX - start.x);
		const lane = laneAt(event.offsetY);
		if (start.marks && moved > 3) {
			const times = [view.time(start.x), view.time(event.offsetX)].sort(
				(a, b) => a - b,
			);
			view.show(times[0], times[1]);
		} else if (moved < 3 && lane) {
			s.chosen = lane.node;
			s.cursor = Math.round(view.time(event.offsetX));
			view.changed();
		}
	};
	canvas.addEventListener('pointerup', end);
	canvas.addEventListener('pointercancel', end);
	canvas.addEventListener('pointerleave', () => (tip.hidden = true));
	canvas.addEventListener('dblclick', (event) => view.zoom(0.25, view.time(event.offsetX)));
}

/** Moves the view in the strip of the whole run. */
export function dragStrip(strip, view) {
	const move = (event) => {
		if (event.buttons & 1)
			view.centre(
				view.begin +
					(event.offsetX / strip.clientWidth) *
						(view.end - view.begin),
			);
	};
	strip.addEventListener('pointerdown', (event) => {
		strip.setPointerCapture(event.pointerId);
		move(event);
	});
	strip.addEventListener('pointermove', move);
}
