import { type Granularity, granularity, instantToDate, instantToWall } from '@atrium/domain/core';
import { type DateReader, formatClock, formatShortDay } from '@atrium/domain/core/format';
import type { AnswerBucket } from '@atrium/domain/dashboards';
import { getAxisInterval } from '@atrium/domain/measurements';
import type { PlotInput } from '../../../charts/plot/index.ts';
import { buildAxisTicks } from '../../words/bucket-labels.ts';

const day = granularity.day;

/**
 * Returns the ticks of a time axis (G05): by the hour at the first interval that fits, beyond 36 hours at every n-th
 * midnight. Whole days are labelled individually while there is room.
 */
export function buildTimeTicks(
  buckets: readonly AnswerBucket[],
  width: Granularity,
  reader: DateReader & { readonly timezone: string },
): PlotInput['ticks'] {
  const { timezone } = reader;
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (width >= day || !first || !last) return buildAxisTicks(buckets, width, reader);
  const every = getAxisInterval((last.to - first.from) / 1000);
  const edges = [...buckets.map(({ from }) => from), last.to].map((at) => ({
    at,
    clock: (((instantToWall(timezone, at) / 1000) % day) + day) % day,
    date: instantToDate(timezone, at),
  }));
  const dates = [...new Set(edges.map(({ date }) => date))];
  const isMark = (clock: number, date: string) =>
    every < day ? clock % every === 0 : clock === 0 && dates.indexOf(date) % (every / day) === 0;
  const marks = edges.filter(({ clock, date }) => isMark(clock, date));
  // Steps of several hours may match none of the ticks.
  if (marks.length < 2) return buildAxisTicks(buckets, width, reader);
  const named = dates.length > 2;
  return marks.map(({ at, clock, date }) => ({
    at,
    label: named && clock === 0 ? formatShortDay(date, reader) : formatClock(at, timezone),
  }));
}
