export { measurePlatform } from './platform-metrics.ts';
export { createWriteProbe, type WriteProbe } from './write-probe.ts';
