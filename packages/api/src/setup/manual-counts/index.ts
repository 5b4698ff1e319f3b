export { registerManualCounts } from './manual-counts.graphql.ts';
export type { ManualCountReads } from './read-manual-counts.ts';
