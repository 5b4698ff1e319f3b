import { useQuery } from '@apollo/client/react';
import { spanOfDays } from '@atrium/domain/core';
import { type Answer, tooFewOf, totalOfAnswer, valuesOfAnswer } from '@atrium/domain/dashboards';
import { type EarlierTime, earlierTimes } from '@atrium/domain/dashboards/explain';
import {
  type ComparisonCoverage,
  type Coverage,
  findMetric,
  type Point,
  quantitiesOf,
  type RawQuery,
} from '@atrium/domain/measurements';
import { useMemo } from 'react';
import { type Outcome, useAnswers } from '../../../answers/index.ts';
import { amountOf } from '../../../charts/index.ts';
import type { Derived, Explained } from '../number/explained.ts';
import { SourceReadingsDocument, type SourceReadingsQuery } from './operations.generated.ts';

export interface Part {
  readonly name: string;
  readonly value: number | null;
}

/** The doors or meters whose figures add up to a number. */
export interface Parts {
  readonly by: 'PASSAGE' | 'DEVICE';
  readonly of: readonly Part[];
}

/** Of parts of which nothing is known there is no sum: 0 would be nobody. */
export function sumOf(parts: readonly Part[]): number | null {
  const known = parts.flatMap(({ value }) => value ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** A number of the past, or a stretch of it that was passed over. */
export interface Earlier extends EarlierTime {
  /** Null of what was passed over, and where nothing is known. */
  readonly value: number | null;
  /** Reported ÷ expected; null where nothing was expected, or asked. */
  readonly reported: number | null;
}

export interface Explanation {
  readonly point: Point;
  readonly usual: number | null;
  /** The number over what can be compared. */
  readonly compared: number | null;
  /** How much can be compared, where that is too little to tell a change. */
  readonly tooFew: ComparisonCoverage | null;
  readonly coverage: Coverage;
  /** Null where the number is no sum of doors or meters. */
  readonly parts: Parts | null;
  readonly earlier: readonly Earlier[];
  /** Null of a number that is the metric's own. */
  readonly derived: Derived | null;
}

export interface Explaining {
  /** Null while loading. */
  readonly explanation: Explanation | null;
  readonly sourceReadings: SourceReadings | null;
  readonly failed: boolean;
}

/** The number once more, what it is made of and what it is compared with, in one request; and the readings behind it. */
export function useExplained(explained: Explained, now: number): Explaining {
  const asked = useMemo(() => questionsOf(explained, now), [explained, now]);
  const { outcomes: told } = useAnswers(asked.queries.map((query) => ({ query, every: null })));
  const outcomes = useMemo(() => told.flatMap((outcome) => outcome ?? []), [told]);
  const { data, error } = useQuery(SourceReadingsDocument, {
    variables: { query: explained.query as never },
    fetchPolicy: 'no-cache',
  });
  const isTold = outcomes.length === asked.queries.length;
  const explanation = useMemo(
    () => (isTold ? read(explained, asked, outcomes) : null),
    [isTold, explained, asked, outcomes],
  );
  const sourceReadings = data?.readingsBehind ?? null;
  return {
    explanation: explanation === 'failed' ? null : explanation,
    sourceReadings:
      sourceReadings && explanation && explanation !== 'failed'
        ? withoutOthers(sourceReadings, explanation)
        : sourceReadings,
    failed: explanation === 'failed' || error !== undefined,
  };
}

/** Without the sensors of the place that measure something else: they sent nothing, and nobody missed it. */
function withoutOthers(sourceReadings: SourceReadings, { coverage }: Explanation): SourceReadings {
  const silent = new Set(coverage.silent.map(({ deviceId }) => deviceId));
  const isOne = ({ readings, deviceId, metric }: SourceReadings['sources'][number]) =>
    readings > 0 || silent.has(deviceId) || countsPeople.has(findMetric(metric)?.kind);
  return { ...sourceReadings, sources: sourceReadings.sources.filter(isOne) };
}

type SourceReadings = SourceReadingsQuery['readingsBehind'];

/** A door through which nobody came has nothing to send. */
const countsPeople: ReadonlySet<string | undefined> = new Set(['flow', 'count']);

/** What the figures of a number's doors or meters add up to: counts at doors, and what meters tell. */
function partsBy({ metric, query }: Explained): Parts['by'] | null {
  const [quantity, ...more] = quantitiesOf(metric);
  if (more.length > 0 || quantity === undefined || query.aggregation != null) return null;
  if (quantity.expression.type === 'metered') return 'DEVICE';
  return ['crossings', 'topEntries', 'passersBy'].includes(quantity.expression.type) ? 'PASSAGE' : null;
}

function questionsOf(explained: Explained, now: number) {
  const { query, derived } = explained;
  const earlier = earlierOf(explained, now);
  const by = partsBy(explained);
  const queries: readonly RawQuery[] = [
    comparedQuery(explained),
    ...(by === null ? [] : [{ ...query, groupBy: [{ type: by }], sortBy: { type: 'VALUE', order: 'DESC' } }]),
    ...earlier.flatMap((each) => each.query ?? []),
    ...(derived?.query == null ? [] : [derived.query]),
  ];
  return { queries, by, earlier };
}

/** As the page compares it: a bar of a month goes along with its month. */
export function comparedQuery(explained: Pick<Explained, 'query' | 'mode' | 'ranges' | 'calendar' | 'span'>): RawQuery {
  const { query, mode } = explained;
  if (mode === null) return query;
  const range = rangeAround(explained);
  return { ...query, compare: mode, ...(range && { comparedWithin: `${range.from}/${range.to}` }) };
}

/** The days of the page that the number's time is a part of; of sites with clocks of their own there are none. */
function rangeAround({ ranges, calendar, span }: Pick<Explained, 'ranges' | 'calendar' | 'span'>) {
  return ranges.find((range) => {
    const { from, to } = spanOfDays(calendar, range.from, range.to);
    return from <= span.from && span.from < to;
  });
}

function earlierOf(explained: Explained, now: number): readonly EarlierTime[] {
  const { query, mode, calendar, span } = explained;
  if (mode === null) return [];
  const range = rangeAround(explained);
  const whole = range === undefined ? span : spanOfDays(calendar, range.from, range.to);
  return earlierTimes({ query, span, whole, mode }, calendar, now);
}

function read(
  { derived }: Explained,
  { by, earlier }: ReturnType<typeof questionsOf>,
  outcomes: readonly Outcome[],
): Explanation | 'failed' {
  const [first] = outcomes;
  if (first?.state !== 'ready') return 'failed';
  const parts = by === null ? null : outcomes[1];
  const rest = outcomes.slice(by === null ? 1 : 2);
  const total = totalOfAnswer(first.answer);
  const then = earlier.filter((each) => each.query !== null);
  const beside = derived?.query == null ? null : rest[then.length];
  if (beside !== null && beside?.state !== 'ready') return 'failed';
  return {
    ...total,
    tooFew: tooFewOf(first.answer),
    coverage: first.answer.coverage,
    parts: by !== null && parts?.state === 'ready' ? partsOf(by, parts.answer, amountOf(total.point)) : null,
    earlier: earlier.map((each): Earlier => {
      const outcome = rest[then.indexOf(each)];
      if (outcome?.state !== 'ready') return { ...each, value: null, reported: null };
      const { answer } = outcome;
      return { ...each, value: amountOf(totalOfAnswer(answer).point), reported: answer.coverage.ratio };
    }),
    derived: derived?.of(beside?.answer ?? null, amountOf(total.point)) ?? null,
  };
}

/** The parts of a number by their names; null where they do not come to it, and so explain something else. */
export function partsOf(by: Parts['by'], answer: Answer, whole: number | null): Parts | null {
  const of = [...valuesOfAnswer(answer)].map(([name, { point }]) => ({ name, value: amountOf(point) }));
  const sum = sumOf(of);
  const isWhole =
    sum === null || whole === null ? sum === whole : Math.abs(sum - whole) <= rounding * Math.max(1, whole);
  return isWhole ? { by, of } : null;
}

/** Sums in another order. */
const rounding = 1e-6;
