export { SpellChart } from './spell-chart.tsx';
