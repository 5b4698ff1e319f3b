export { measureBacklog } from './backlog.ts';
export { measurePlatform } from './platform-metrics.ts';
export { measureStored, type StoredFigure } from './stored-figures.ts';
export { createWriteProbe, type WriteProbe } from './write-probe.ts';
