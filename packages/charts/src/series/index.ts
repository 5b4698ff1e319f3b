export { amountOf, type Bucket, type ChartAxis, isRunning } from './series.ts';
