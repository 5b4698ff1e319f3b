import type { Topology } from '@atrium/domain/sites';
import { type AnswerQueries, createAnswerQueries, type MeasurementDeps } from './answer-queries.ts';
import type { MeasurementFacts } from './plan/facts.ts';

/** Sites as they would be, with what numbers of theirs rest on. */
type Supposed = MeasurementFacts & { readonly sites: ReadonlyMap<number, { readonly topology: Topology }> };

/** Answers as if sites were built like this. Nothing of it is kept. */
export const createAnswerOver =
  ({ kept: _kept, ...deps }: MeasurementDeps) =>
  (supposed: Supposed): AnswerQueries =>
    createAnswerQueries({
      ...deps,
      sites: { topologies: async () => [...supposed.sites.values()].map(({ topology }) => topology) },
      facts: async () => supposed,
    });
