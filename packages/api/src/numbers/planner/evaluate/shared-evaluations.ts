import type { Instant } from '@atrium/domain/core';
import type { Source as Expression } from '@atrium/domain/numbers';
import { getCompareMode, planEarlier } from '../plan/compare-time.ts';
import { type EarlierTime, findChanges, type Plan, type PlannedSite } from '../plan/plan-query.ts';
import type { Timeline } from '../plan/timeline.ts';
import { evaluate } from './evaluate.ts';
import type { Evaluated, Evaluation, SeriesInput } from './evaluation.ts';

/**
 * Evaluations shared by queries answered together: a rate uses counts shown beside it, and a site's queries cover the
 * same hours. Lives as long as those queries, which have the same readings, settings and `now`.
 */
export interface SharedEvaluations {
  /** Runs `evaluate` once for equal inputs. */
  evaluate(expression: Expression, evaluation: Evaluation): Promise<Evaluated>;
  /** Runs `planEarlier` once for equal inputs. */
  earlier(plan: Plan, site: PlannedSite, until: Instant): readonly EarlierTime[];
}

/** Beyond this many series, comparing them costs more than sharing saves. */
const maxSeries = 20;

export function createSharedEvaluations(): SharedEvaluations {
  const sameTimeline = timelineInterner();
  const evaluations = new Map<string, Promise<Evaluated>>();
  const earlierTimes = new Map<string, readonly EarlierTime[]>();
  return {
    evaluate(expression, asked) {
      const { timeline, id } = sameTimeline(asked.timeline);
      const evaluation = { ...asked, timeline };
      if (asked.series.length > maxSeries) return evaluate(expression, evaluation);
      const { topology, splits, descriptors, withValues } = asked;
      const key = JSON.stringify([
        topology.installationId,
        id,
        expression,
        splits,
        descriptors,
        withValues,
        asked.series.map(keyOf),
      ]);
      const found = evaluations.get(key) ?? evaluate(expression, evaluation);
      evaluations.set(key, found);
      return found;
    },
    earlier(plan, site, until) {
      const { query, grain, metric } = plan;
      const key = JSON.stringify([
        site.topology.installationId,
        sameTimeline(site.timeline).id,
        site.spans,
        until,
        getCompareMode(plan),
        query.comparedWithin,
        query.weekdays,
        query.hours,
        grain.base,
        grain.dates,
        findChanges(site.topology, metric),
      ]);
      const found = earlierTimes.get(key) ?? planEarlier(plan, site, until);
      earlierTimes.set(key, found);
      return found;
    },
  };
}

function keyOf({ selection: { zoneIds, zonesNamed, passageIds, deviceIds }, sources }: SeriesInput) {
  return [zoneIds, zonesNamed, passageIds && [...passageIds], deviceIds && [...deviceIds], sources];
}

interface Interned {
  readonly timeline: Timeline;
  readonly id: number;
}

/** Returns the first of timelines with the same cuts. Bucket labels do not affect evaluation. */
function timelineInterner(): (timeline: Timeline) => Interned {
  const known = new Map<Timeline, Interned>();
  const alike = new Map<string, Interned[]>();
  return (timeline) => {
    const seen = known.get(timeline);
    if (seen !== undefined) return seen;
    const { edges, buckets, cutAt } = timeline;
    const key = `${edges.length} ${edges[0]} ${edges.at(-1)} ${buckets.length} ${cutAt}`;
    const candidates = alike.get(key) ?? [];
    const found = candidates.find((one) => isCutAlike(one.timeline, timeline)) ?? { timeline, id: known.size };
    if (found.timeline === timeline) alike.set(key, [...candidates, found]);
    known.set(timeline, found);
    return found;
  };
}

function isCutAlike(left: Timeline, right: Timeline): boolean {
  return (
    left.edges.every((edge, index) => edge === right.edges[index]) &&
    left.bucketOf.every((bucket, index) => bucket === right.bucketOf[index]) &&
    left.buckets.every(({ from, to, closed }, index) => {
      const other = right.buckets[index];
      return from === other?.from && to === other.to && closed === other.closed;
    })
  );
}
