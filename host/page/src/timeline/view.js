// SPDX-License-Identifier: Apache-2.0
// The stretch of the run that the time line shows.

const LEAST = 10; // cycles

export class View {
	constructor(begin, end) {
		this.begin = begin;
		this.end = end;
		this.from = begin;
		this.to = end;
		this.width = 1; // pixels
		this.changed = () => {};
	}

	get span() {
		return this.to - this.from;
	}

	get whole() {
		return this.from === this.begin && this.to === this.end;
	}

	/** Another run length: a view of the whole stays one. */
	resize(begin, end) {
		const whole = this.whole;
		this.begin = begin;
		this.end = end;
		if (whole) this.show(begin, end);
		else this.show(this.from, this.to);
	}

	x(time) {
		return ((time - this.from) / this.span) * this.width;
	}

	time(x) {
		return this.from + (x / this.width) * this.span;
	}

	show(from, to) {
		const least = Math.min(LEAST, this.end - this.begin);
		const span = Math.min(Math.max(to - from, least), this.end - this.begin);
		const middle = (from + to) / 2;
		from = Math.max(this.begin, Math.min(middle - span / 2, this.end - span));
		this.from = from;
		this.to = span === this.end - this.begin ? this.end : from + span;
		this.changed();
	}

	/** Zooms by a factor (below 1: closer) around a time that stays where it is. */
	zoom(factor, around = (this.from + this.to) / 2) {
		const span = Math.min(
			Math.max(this.span * factor, Math.min(LEAST, this.end - this.begin)),
			this.end - this.begin,
		);
		const share = (around - this.from) / this.span;
		this.show(around - share * span, around + (1 - share) * span);
	}

	pan(cycles) {
		const span = this.span;
		const from = Math.max(this.begin, Math.min(this.from + cycles, this.end - span));
		this.show(from, from + span);
	}

	centre(time) {
		const span = this.span;
		this.show(time - span / 2, time + span / 2);
	}
}
