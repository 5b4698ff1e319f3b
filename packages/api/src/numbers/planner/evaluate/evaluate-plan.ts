import type { Instant } from '@atrium/domain/core';
import { getQuantities, percentiles } from '@atrium/domain/numbers';
import { getCompareMode } from '../plan/compare-time.ts';
import type { Plan, PlannedSite } from '../plan/plan-query.ts';
import { getSplits } from '../plan/planned-series.ts';
import { endTimeline, type Timeline } from '../plan/timeline.ts';
import { type EvaluatedParts, markAbsence, splitParts } from './compared-parts.ts';
import type { Evaluated, Evaluation } from './evaluation.ts';
import { createSharedEvaluations, type SharedEvaluations } from './shared-evaluations.ts';

/** Evaluation of one site by quantity, for the queried time and each compared time. */
export interface EvaluatedSite {
  readonly current: readonly Evaluated[];
  /** The queried time by part, as far as every side is known; empty without a comparison. */
  readonly compared: readonly EvaluatedParts[];
  /** End of what every side knows. */
  readonly until: Instant;
  readonly earlier: readonly EvaluatedEarlier[];
}

export interface EvaluatedEarlier {
  /** For each bucket of the timeline the bucket it is compared with, or null. */
  readonly matches: readonly (number | null)[];
  /** Empty where no bucket has a counterpart. */
  readonly evaluated: readonly EvaluatedParts[];
}

export type Reading = Pick<Evaluation, 'scanner' | 'sales' | 'corrections'>;

/**
 * Evaluates every site of the plans, by plan and in the order of sites. `shared` is common to all queries answered
 * together.
 */
export function evaluatePlans(
  plans: readonly Plan[],
  reading: Reading,
  now: Instant,
  shared = createSharedEvaluations(),
): Promise<readonly (readonly EvaluatedSite[])[]> {
  return Promise.all(
    plans.map((plan) => Promise.all(plan.sites.map((site) => evaluateSite(plan, site, reading, now, shared)))),
  );
}

async function evaluateSite(
  plan: Plan,
  site: PlannedSite,
  from: Reading,
  now: Instant,
  shared: SharedEvaluations,
): Promise<EvaluatedSite> {
  const at = (timeline: Timeline) => evaluateAt(plan, site, timeline, from, now, shared);
  const reading = at(site.timeline);
  const isOver = site.spans.every((span) => span.to <= now);
  const ends = isOver ? [] : knownEnds(plan, await reading, now);
  const until = Math.min(now, ...ends);
  if (getCompareMode(plan) === null) return { current: await reading, compared: [], until, earlier: [] };
  const earlier = shared.earlier(plan, site, until);
  const inParts = (timeline: Timeline) => evaluateParts(plan, site, timeline, from, now, shared);
  const [current, compared, ...then] = await Promise.all([
    reading,
    // A gap since the very last reading must not count as a gap in the earlier time.
    inParts(isOver ? site.timeline : endTimeline(site.timeline, until)),
    ...earlier.map(({ timeline, matches }) => (matches.some((match) => match !== null) ? inParts(timeline) : [])),
  ]);
  return {
    current,
    compared,
    until,
    earlier: earlier.map(({ matches }, index) => ({ matches, evaluated: then[index] as readonly EvaluatedParts[] })),
  };
}

/**
 * Returns how far each side of a metric is known. Later time has no counterpart yet. Sales are known up to now;
 * settings wherever the rest is.
 */
function knownEnds({ metric }: Plan, sides: readonly Evaluated[], now: Instant): Instant[] {
  return getQuantities(metric).flatMap(({ expression }, index) => {
    if (expression.type === 'sales') return [now];
    const devices = [...(sides[index]?.devices.values() ?? [])];
    return devices.length === 0 ? [] : [Math.max(...devices.map(({ reportedUntil }) => reportedUntil))];
  });
}

/** Evaluates every quantity of the metric at one site over one time. */
export function evaluateAt(
  plan: Plan,
  site: PlannedSite,
  timeline: Timeline,
  reading: Reading,
  now: Instant,
  shared = createSharedEvaluations(),
): Promise<readonly Evaluated[]> {
  return Promise.all(
    getQuantities(plan.metric).map(({ expression }, quantity) =>
      shared.evaluate(expression, {
        ...evaluationOf(plan, site, timeline, reading, now),
        series: site.series.map(({ selection, sources }) => ({ selection, sources: sources[quantity] ?? [] })),
      }),
    ),
  );
}

/** Same, with each passage, sensor and meter separately, for comparisons. */
function evaluateParts(
  plan: Plan,
  site: PlannedSite,
  timeline: Timeline,
  reading: Reading,
  now: Instant,
  shared: SharedEvaluations,
): Promise<readonly EvaluatedParts[]> {
  return Promise.all(
    getQuantities(plan.metric).map(async ({ expression }, quantity): Promise<EvaluatedParts> => {
      const parts = site.series.map(({ sources }) => splitParts(expression, sources[quantity] ?? []));
      const starts = [0];
      for (const own of parts) starts.push((starts.at(-1) as number) + own.length);
      const series = site.series.flatMap(({ selection }, index) =>
        (parts[index] ?? []).map((sources) => ({ selection, sources })),
      );
      const evaluated = await shared.evaluate(expression, {
        ...evaluationOf(plan, site, timeline, reading, now),
        series,
      });
      const cells = evaluated.cells.map((lines, index) =>
        markAbsence(expression, lines, series[index]?.sources ?? [], site.topology, timeline, evaluated.devices),
      );
      return { ...evaluated, cells, starts };
    }),
  );
}

function evaluationOf(
  plan: Plan,
  { topology }: PlannedSite,
  timeline: Timeline,
  reading: Reading,
  now: Instant,
): Omit<Evaluation, 'series'> {
  return {
    ...reading,
    now,
    topology,
    settings: plan.facts.settings,
    timeline,
    splits: getSplits(plan.query),
    descriptors: plan.query.descriptors,
    withValues: percentiles.has(plan.query.aggregation),
  };
}
