import type { Instant } from '@atrium/domain/core';
import {
  type ComparisonCoverage,
  type Coverage,
  type DescriptorKey,
  getAnswerUnit,
  getPlacingMetrics,
  type LabelledValue,
  relations,
} from '@atrium/domain/numbers';
import { createPauses } from '../../../platform/concurrency/event-loop.ts';
import type { EvaluatedSite } from '../evaluate/evaluate-plan.ts';
import type { Plan } from '../plan/plan-query.ts';
import { buildGroupTree, createBranch } from './build-group-tree.ts';
import { computeCoverage, listWholePlaces } from './coverage.ts';
import { writeAnswer } from './write-answer.ts';

/** Answer of one query. */
export interface Answer {
  readonly metric: string;
  readonly unit: string;
  readonly data: readonly LabelledValue[];
  /**
   * Values of the compared range under the labels of `data`, over the intervals known on both sides. Null without a
   * comparison.
   */
  readonly comparison: readonly LabelledValue[] | null;
  /** Change in % over the intervals known on both sides, under the same labels. Null without a comparison. */
  readonly evolution: readonly LabelledValue[] | null;
  /** Share that could be compared. Null without a comparison. */
  readonly comparisonCoverage: ComparisonCoverage | null;
  /** Number of earlier times that the comparison is the mean of. Null without a comparison. */
  readonly comparisonTimes: number | null;
  /**
   * Seconds of the innermost grouping by date or hour of the day; null without one. Coarser than requested when sensors
   * report less often.
   */
  readonly granularity: number | null;
  readonly coverage: Coverage;
  /** Requested descriptors that no sensor ever reported. Their values are unknown. */
  readonly notTold: readonly DescriptorKey[];
  /** Whether all values are of the metric itself: not of two metrics, and no shares. */
  readonly isOfMetric: boolean;
  /**
   * How far the present is known at each site that a period in progress was asked of: to the last reading that every side
   * of the metric has.
   */
  readonly knownUntil: ReadonlyMap<number, Instant>;
  /** Keys (`keyOfPath`) of the places in which no sensor has a gap; null if there is none anywhere. */
  readonly wholePlaces: ReadonlySet<string> | null;
}

interface Answered {
  readonly answer: Answer;
  /**
   * False when readings of other days may change the answer. A sensor may yet report a requested descriptor, or a
   * metric that decides where others count.
   */
  readonly isLasting: boolean;
}

/** Builds a query's answer from the evaluated sites of its plans. Lets other events be handled meanwhile. */
export async function buildAnswer(
  plans: readonly Plan[],
  evaluated: readonly (readonly EvaluatedSite[])[],
  now: Instant,
): Promise<Answered> {
  const pause = createPauses();
  const root = createBranch('', 0);
  for (const [index, plan] of plans.entries())
    await buildGroupTree(root, plan, evaluated[index] as EvaluatedSite[], pause);
  const [first] = plans as [Plan, ...Plan[]];
  const coverage = computeCoverage(plans, evaluated);
  return {
    answer: {
      metric: first.query.metric,
      unit: getAnswerUnit(first.metric, first.query.aggregation, first.sites[0]?.topology.currency ?? null),
      ...(await writeAnswer(root, first, pause)),
      granularity: first.grain.innermost,
      coverage,
      wholePlaces: coverage.silent.length === 0 ? null : listWholePlaces(plans, coverage),
      notTold: findUnsupported(evaluated[0] as EvaluatedSite[]),
      isOfMetric: plans.length === 1 && !relations.some((one) => one === first.query.aggregation),
      knownUntil: new Map(
        first.sites.flatMap(({ topology, spans }, site) =>
          (spans.at(-1)?.to ?? 0) <= now
            ? []
            : [
                [
                  topology.installationId,
                  Math.min(...evaluated.map((sites) => (sites[site] as EvaluatedSite).until)),
                ] as const,
              ],
        ),
      ),
    },
    isLasting:
      evaluated.flat().every(wasReportedBefore) && plans.every(({ metric }) => getPlacingMetrics(metric).length === 0),
  };
}

/**
 * Returns the requested descriptors that no sensor at any site reports, on at least one side of the metric. Empty as
 * soon as one sensor reports them.
 */
function findUnsupported(sites: readonly EvaluatedSite[]): readonly DescriptorKey[] {
  const keys = new Set<DescriptorKey>();
  const sides = sites[0]?.current.length ?? 0;
  for (let side = 0; side < sides; side++) {
    const series = sites.flatMap(({ current }) => current[side]?.unsupported ?? [null]);
    if (series.length > 0 && series.every((one) => one !== null)) for (const key of series.flat()) keys.add(key);
  }
  return [...keys].sort();
}

/**
 * Whether the requested descriptors were already reported for every series of a site. A descriptor once reported stays
 * reported.
 */
function wasReportedBefore({ current, compared, earlier }: EvaluatedSite): boolean {
  const all = [...current, ...compared, ...earlier.flatMap(({ evaluated }) => evaluated)];
  return all.every(({ unsupported = [] }) => unsupported.every((keys) => keys === null));
}
