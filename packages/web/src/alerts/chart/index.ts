export { PeriodChart } from './period-chart.tsx';
