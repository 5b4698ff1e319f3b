export { createInsideCorrectionsModule } from './inside-corrections.graphql.ts';
export type { StoredCorrection } from './inside-corrections.store.ts';
export { insideCorrectionsStore } from './inside-corrections.store.ts';
