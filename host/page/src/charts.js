// SPDX-License-Identifier: Apache-2.0
// Charts of ECharts in the colours of the page. What a chart shows is beside it as text, too.
import * as echarts from 'echarts/core';
import { CustomChart, LineChart } from 'echarts/charts';
import {
	DataZoomComponent,
	GridComponent,
	LegendComponent,
	MarkLineComponent,
	TooltipComponent,
} from 'echarts/components';
import { SVGRenderer } from 'echarts/renderers';
import { h } from './dom.js';
import { colours, onColours } from './theme.js';

echarts.use([
	CustomChart,
	LineChart,
	DataZoomComponent,
	GridComponent,
	LegendComponent,
	MarkLineComponent,
	TooltipComponent,
	SVGRenderer,
]);

/** Lines of text in a box that follows the pointer: elements, so that no name is read as HTML. */
export function tipOf(...lines) {
	return h(
		'div',
		{ class: 'chart-tip' },
		lines.map((line) => h('div', {}, line)),
	);
}

/** Axis in the colours of the page. */
export function axis(all, more) {
	return {
		nameTextStyle: { color: all.muted },
		axisLabel: { color: all.muted, ...more.axisLabel },
		axisLine: { show: true, lineStyle: { color: all.line } },
		splitLine: { show: !more.noLines, lineStyle: { color: all.line, opacity: 0.5 } },
		...Object.fromEntries(
			Object.entries(more).filter(
				([key]) => key !== 'axisLabel' && key !== 'noLines',
			),
		),
	};
}

/**
 * A chart with a label for those who do not see it. `options(colours)` makes what ECharts draws;
 * draw() does so again.
 */
export function chart(height, options) {
	const element = h('div', { class: 'chart', role: 'img', '.style': `height:${height}px` });
	let instance = null;
	let asked = false; // a live page is laid out before it has data
	function draw() {
		if (!asked || !element.clientWidth) return;
		const all = colours();
		instance ??= echarts.init(element, null, { renderer: 'svg' });
		const made = options(all);
		if (!made) {
			instance.clear();
			return;
		}
		instance.setOption(
			{
				animation: false,
				color: all.kinds,
				textStyle: { color: all.fg, fontFamily: 'system-ui, sans-serif' },
				tooltip: {
					confine: true,
					backgroundColor: all.bg,
					borderColor: all.line,
					textStyle: { color: all.fg, fontSize: 12 },
					...made.tooltip,
				},
				...Object.fromEntries(
					Object.entries(made).filter(([key]) => key !== 'tooltip'),
				),
			},
			{ notMerge: true },
		);
	}
	new ResizeObserver(() => {
		if (instance) instance.resize();
		draw();
	}).observe(element);
	onColours(draw);
	return {
		element,
		draw() {
			asked = true;
			draw();
		},
		label: (text) => element.setAttribute('aria-label', text),
		get instance() {
			return instance;
		},
	};
}
