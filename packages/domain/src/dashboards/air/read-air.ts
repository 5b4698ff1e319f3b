import { dayOf, type Granularity, granularity, type Instant, isGranularity, spanOfDay } from '../../core/index.ts';
import type { Coverage } from '../../measurements/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { type Answer, bucketsOfAnswer, groupsOfAnswer, numberOfPoint, valuesOfAnswer } from '../answer-series.ts';
import { type Comfort, comfortOf } from '../comfort.ts';
import type { AirCourse } from './air-judgement.ts';
import type { BandSide } from './band-depth.ts';
import type { Extreme } from './worst-spell.ts';

/** An answer with how wide its steps are and how much of the asked time is known; absent where it was refused. */
export type AirAnswer =
  | (Answer & { readonly granularity: number | null; readonly coverage: Coverage })
  | null
  | undefined;

interface At {
  readonly now: Instant;
  readonly calendar: OpeningCalendar;
}

/** The comfort of each place from the answers about its scores, by measure. */
export function readComforts(answers: ReadonlyMap<string, AirAnswer>): ReadonlyMap<string, Comfort> {
  const scores = new Map<string, Map<string, number | null>>();
  for (const [metric, answer] of answers)
    for (const [place, { point }] of answer ? valuesOfAnswer(answer) : []) {
      const own = scores.get(place) ?? new Map<string, number | null>();
      scores.set(place, own.set(metric, numberOfPoint(point)));
    }
  return new Map(
    [...scores].flatMap(([place, own]) => {
      const comfort = comfortOf(own);
      return comfort ? [[place, comfort] as const] : [];
    }),
  );
}

/** The extremes of each place, day by day, in the order in which they were asked for. */
export function readCourses(
  asked: readonly { readonly metric: string; readonly side: BandSide }[],
  answers: readonly AirAnswer[],
  at: At,
): readonly AirCourse[] {
  return asked.flatMap(({ metric, side }, index) => {
    const answer = answers[index];
    return [...(answer ? groupsOfAnswer(answer) : [])].map(([place, course]) => ({
      metric,
      side,
      place,
      stretches: readExtremes(course, widthOfAnswer(answer, granularity.day), at),
    }));
  });
}

/** What is known of a course, step by step; a day ends where the site's next one begins. */
export function readExtremes(course: Answer, width: Granularity, { now, calendar }: At): readonly Extreme[] {
  return bucketsOfAnswer(course, width, { now, timezone: calendar.timezone }).map(({ from, to, point }) => ({
    from,
    to: width === granularity.day ? spanOfDay(calendar, dayOf(calendar, from)).to : to,
    value: point && numberOfPoint(point),
  }));
}

/** How wide the steps of an answer are: wider than asked where the sensors report more rarely. */
export function widthOfAnswer(answer: AirAnswer, asked: Granularity): Granularity {
  const width = answer?.granularity ?? asked;
  return isGranularity(width) ? width : asked;
}

/** Share of the device-time that was reported, of the measure least known; null where nothing was expected. */
export function leastCoverage(answers: readonly AirAnswer[]): number | null {
  const ratios = answers.flatMap((answer) => answer?.coverage.ratio ?? []);
  return ratios.length === 0 ? null : Math.min(...ratios);
}
