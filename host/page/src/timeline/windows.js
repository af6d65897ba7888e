// SPDX-License-Identifier: Apache-2.0
// Of a page that is served: what is in view and not among its own events comes from the server.
import { decodeWindow } from '../data.js';

const MOST = 100000; // events of a window; the server has the same limit

/** About how many events there are between two cycles. */
function eventsOf(model, from, to) {
	const span = (model.end - model.begin) / model.periods;
	const first = Math.max(Math.floor((from - model.begin) / span), 0);
	const last = Math.min(Math.ceil((to - model.begin) / span), model.periods);
	let sum = 0;
	for (let i = first; i < last; i++) {
		const begin = model.begin + i * span;
		const part = Math.min(begin + span, to) - Math.max(begin, from);
		sum += (model.rateOfAll[i] * Math.max(part, 0)) / span;
	}
	return sum;
}

function covers({ from, to, spansTo }, view, end) {
	const last = Math.min(view.to, end);
	return from <= view.from && Math.min(to, spansTo) >= Math.floor(last);
}

export class Windows {
	/** `changed` is called when a window has come. */
	constructor(changed) {
		this.changed = changed;
		this.get = null;
		this.window = null;
		this.asked = null; // [from, to] of the last one
		this.waits = false;
	}

	/** The model of what is in view: of the page, or with what a window has. */
	modelOf(model, view) {
		const w = this.window;
		if (!w || covers(model.detail, view, model.end)) return model;
		const { from, to } = w.detail;
		if (to < view.from || from > view.to) return model;
		if (w.of !== model) {
			w.of = model;
			const detail = { ...model.detail, ...w.detail };
			w.model = { ...model, ...w.parts, detail };
		}
		return w.model;
	}

	/** Fetches what is in view, with as much on both sides, unless it is there or too much. */
	async want(model, view) {
		if (!this.get || !model || this.waits) return;
		if (covers(model.detail, view, model.end)) return;
		if (this.window && covers(this.window.detail, view, model.end)) return;
		if (eventsOf(model, view.from, view.to) > MOST) return;
		let [from, to] = [view.from - view.span, view.to + view.span];
		if (eventsOf(model, from, to) > MOST) [from, to] = [view.from, view.to];
		from = Math.max(Math.floor(from), 0);
		to = Math.max(Math.ceil(to), 1);
		if (this.asked && this.asked[0] === from && this.asked[1] === to) return;
		this.asked = [from, to];
		this.waits = true;
		try {
			const data = await this.get(`window.json?from=${from}&to=${to}`);
			this.window = decodeWindow(model, data);
		} catch {
			this.asked = null; // the page's state says what is wrong with the server
		}
		this.waits = false;
		this.changed();
	}
}
