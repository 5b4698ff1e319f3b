export type { FlowInput } from '@atrium/charts/flow';
export { FlowChart } from './flow-chart.tsx';
