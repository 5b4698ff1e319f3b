import type { Topology } from '@atrium/domain/sites';
import { type AnswerQueries, createAnswerQueries, type MeasurementDeps } from './answer-queries.ts';
import type { MeasurementFacts } from './plan/facts.ts';

/** Hypothetical sites, with the facts that their numbers depend on. */
type Supposed = MeasurementFacts & { readonly sites: ReadonlyMap<number, { readonly topology: Topology }> };

/** Answers as if sites were built like this. Caches nothing. */
export const createAnswerOver =
  ({ kept: _kept, ...deps }: MeasurementDeps) =>
  (supposed: Supposed): AnswerQueries =>
    createAnswerQueries({
      ...deps,
      sites: { topologies: async () => [...supposed.sites.values()].map(({ topology }) => topology) },
      facts: async () => supposed,
    });
