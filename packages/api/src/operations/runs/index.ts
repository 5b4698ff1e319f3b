export type { RunKind } from './runs.schema.ts';
export { expiringRuns, type Run, runsStore } from './runs.store.ts';
