/** What draws the types that most pages have some of: one file, so that a page of twelve widgets fetches one. */
export { View as areaChart } from './area-chart/view.tsx';
export { View as barChart } from './bar-chart/view.tsx';
export { View as circleChart } from './circle-chart/view.tsx';
export { View as columnChart } from './column-chart/view.tsx';
export { View as gridChart } from './grid-chart/view.tsx';
export { View as kpis } from './kpis/view.tsx';
export { View as lineChart } from './line-chart/view.tsx';
export { View as pieChart } from './pie-chart/view.tsx';
export { View as progressBarChart } from './progress-bar-chart/view.tsx';
export { View as table } from './table/view.tsx';
export { View as webChart } from './web-chart/view.tsx';
