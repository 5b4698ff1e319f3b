export { measurePlatform } from './platform-metrics.ts';
export { type MetricValue, measureStored } from './stored-metrics.ts';
export { createWriteProbe, type WriteProbe } from './write-probe.ts';
