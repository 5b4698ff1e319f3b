import { granularity, type Instant, toDaySpan, toSiteDay } from '@atrium/domain/core';
import { type DiscontinuousPeriod, getTimeGroup, getWidestStep, type MeasurementQuery } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { Bucket, DateLabel } from '../plan/timeline.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Step from the root of an answer towards a leaf. */
export interface Step {
  readonly key: string;
  readonly label: string;
  readonly order: number;
}

/** Step of each bucket, by position of the grouping by time. */
export type TimeSteps = ReadonlyMap<number, readonly Step[]>;

/** Groupings of an answer, and whether its sites' clocks differ. */
export interface Grouped {
  readonly query: MeasurementQuery;
  readonly clocksDiffer: boolean;
}

/** Returns the steps of a site's buckets (in order of time) for the groupings by time. */
export function buildTimeSteps(
  { query, clocksDiffer }: Grouped,
  topology: Topology,
  buckets: readonly Bucket[],
): TimeSteps {
  const steps = new Map<number, readonly Step[]>();
  for (const [index, { type, period }] of query.groupBy.entries()) {
    if (period !== null) steps.set(index, clockSteps(topology, period, buckets));
    if (type !== 'DATE') continue;
    const date = query.groupBy.slice(0, index).filter((group) => group.type === 'DATE').length;
    steps.set(
      index,
      buckets.map(({ dates }) => dateStep(dates[date] as DateLabel, clocksDiffer)),
    );
  }
  return steps;
}

function clockSteps(topology: Topology, period: DiscontinuousPeriod, buckets: readonly Bucket[]): Step[] {
  const steps = getWidestStep(period) < granularity.day ? stepsByHour : stepsByDay;
  return steps(buckets, topology, (at) => {
    const { label, order } = getTimeGroup(topology, period, at);
    return { key: label, label, order };
  });
}

type StepsOf = (buckets: readonly Bucket[], topology: Topology, stepAt: (at: Instant) => Step) => Step[];

/** Steps that depend only on the local hour. */
const stepsByHour: StepsOf = (buckets, _, stepAt) => {
  const known: Step[] = [];
  return buckets.map(({ from, wall }) => {
    const hour = Math.floor((wall % dayMs) / hourMs);
    const step = known[hour] ?? stepAt(from);
    known[hour] = step;
    return step;
  });
};

/** Steps that are constant within a day. */
const stepsByDay: StepsOf = (buckets, topology, stepAt) => {
  let last: Step | null = null;
  let until = Number.NEGATIVE_INFINITY;
  return buckets.map(({ from }) => {
    if (last !== null && from < until) return last;
    last = stepAt(from);
    until = toDaySpan(topology, toSiteDay(topology, from)).to;
    return last;
  });
};

function dateStep({ label, from, wall }: DateLabel, clocksDiffer: boolean): Step {
  if (!clocksDiffer) return { key: label, label, order: from };
  const local = new Date(wall).toISOString().slice(0, 19);
  return { key: local, label: local, order: wall };
}
