export { type Bucket, type ChartAxis, getKnownValue, isRunning } from './series.ts';
