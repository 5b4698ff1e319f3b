import { findCountedPlaces, getDefaultAggregation, isRatioOfStates, isRatioOfSums } from '@atrium/domain/numbers';
import { createQueryReader } from '../../platform/analytics-store.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { MeasurementDeps } from './answer-queries.ts';
import { batchSales } from './evaluate/counts/sales-cells.ts';
import { evaluateAt } from './evaluate/evaluate-plan.ts';
import { batchSetPoints, noCorrections } from './evaluate/presence/set-points.ts';
import type { Plan } from './plan/plan-query.ts';
import type { Timeline } from './plan/timeline.ts';
import { createScanners } from './read/scanner.ts';

/**
 * Returns per site the time that a plan's number counts: for a ratio of sums the hours that count, otherwise all of it.
 */
type CountedTimes = (scope: Scope, plan: Plan, signal?: AbortSignal) => Promise<readonly Timeline[]>;

export function createCountedTimes(deps: MeasurementDeps): CountedTimes {
  const { analytics, sales, clock, ledger, corrections = noCorrections } = deps;
  const scannerOf = createScanners(deps);
  return async (scope, plan, signal) => {
    const { metric, query, sites } = plan;
    const timelines = sites.map(({ timeline }) => timeline);
    const isOfIntervals = isRatioOfSums(metric) && !isRatioOfStates(metric);
    if (!isOfIntervals || query.aggregation !== getDefaultAggregation(metric)) return timelines;
    await ledger?.open();
    const scanner = scannerOf(createQueryReader(analytics, buildQueryOwner(scope, signal)), scope.organizationId);
    const reading = { scanner, sales: batchSales(sales), corrections: batchSetPoints(corrections) };
    const evaluated = await Promise.all(
      sites.map((site) => evaluateAt(plan, site, site.timeline, reading, clock.now())),
    );
    // The buckets of all sites in one list: if any bucket is complete, the incomplete ones do not count.
    const cells = sites.flatMap(({ timeline }, site) =>
      timeline.buckets.map((_, bucket) =>
        (evaluated[site] ?? []).map(({ cells: series }) =>
          series.map((lines) => lines.get('')?.[bucket] ?? { state: 'missing' as const }),
        ),
      ),
    );
    const counted = findCountedPlaces(cells).map((places) => places.length > 0);
    if (!counted.includes(true)) return timelines;
    let begin = 0;
    return timelines.map((timeline) => {
      const own = counted.slice(begin, begin + timeline.buckets.length);
      begin += own.length;
      return { ...timeline, bucketOf: timeline.bucketOf.map((bucket) => (own[bucket] === true ? bucket : -1)) };
    });
  };
}
