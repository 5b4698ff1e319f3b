import { type Granularity, granularity, type Instant, isGranularity, toDaySpan, toSiteDay } from '../../core/index.ts';
import type { Coverage } from '../../numbers/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { type Answer, getAnswerBuckets, getAnswerGroups, getAnswerPoints, getPointValue } from '../answer-series.ts';
import { type Comfort, computeComfort } from '../comfort.ts';
import type { AirSeries } from './air-judgement.ts';
import type { BandSide } from './band-depth.ts';
import type { Extreme } from './worst-spell.ts';

/** An answer with its step width and coverage; absent if the query was refused. */
export type AirAnswer =
  | (Answer & { readonly granularity: number | null; readonly coverage: Coverage })
  | null
  | undefined;

interface At {
  readonly now: Instant;
  readonly calendar: OpeningCalendar;
}

/** Combines the answers to the score queries, by metric, into the comfort of each place. */
export function parseComforts(answers: ReadonlyMap<string, AirAnswer>): ReadonlyMap<string, Comfort> {
  const scores = new Map<string, Map<string, number | null>>();
  for (const [metric, answer] of answers)
    for (const [place, point] of answer ? getAnswerPoints(answer) : []) {
      const own = scores.get(place) ?? new Map<string, number | null>();
      scores.set(place, own.set(metric, getPointValue(point)));
    }
  return new Map(
    [...scores].flatMap(([place, own]) => {
      const comfort = computeComfort(own);
      return comfort ? [[place, comfort] as const] : [];
    }),
  );
}

/** Parses the extremes of each place by day, in the order of the queries. */
export function parseAirSeries(
  asked: readonly { readonly metric: string; readonly side: BandSide }[],
  answers: readonly AirAnswer[],
  at: At,
): readonly AirSeries[] {
  return asked.flatMap(({ metric, side }, index) => {
    const answer = answers[index];
    return [...(answer ? getAnswerGroups(answer) : [])].map(([place, course]) => ({
      metric,
      side,
      place,
      stretches: parseExtremes(course, getStepWidth(answer, granularity.day), at),
    }));
  });
}

/** Parses a time series step by step. A day ends where the site's next day starts. */
export function parseExtremes(course: Answer, width: Granularity, { now, calendar }: At): readonly Extreme[] {
  return getAnswerBuckets(course, width, { now, timezone: calendar.timezone }).map(({ from, to, point }) => ({
    from,
    to: width === granularity.day ? toDaySpan(calendar, toSiteDay(calendar, from)).to : to,
    value: point && getPointValue(point),
  }));
}

/** Returns the step width of an answer: wider than requested if the sensors report less often. */
export function getStepWidth(answer: AirAnswer, asked: Granularity): Granularity {
  const width = answer?.granularity ?? asked;
  return isGranularity(width) ? width : asked;
}

/** Returns the lowest coverage ratio of the answers; null if nothing was expected. */
export function getMinCoverage(answers: readonly AirAnswer[]): number | null {
  const ratios = answers.flatMap((answer) => answer?.coverage.ratio ?? []);
  return ratios.length === 0 ? null : Math.min(...ratios);
}
