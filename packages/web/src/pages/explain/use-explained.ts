import { useQuery } from '@apollo/client/react';
import { listDays, toDaysSpan } from '@atrium/domain/core';
import {
  type Coverage,
  type ExpectedPoint,
  findMetric,
  getQuantities,
  isCost,
  type KnownSides,
  type Point,
  type RawQuery,
  type TooFew,
  type UsualRange,
} from '@atrium/domain/numbers';
import { type Answer, getAnswerPoint, getAnswerPoints, getAnswerTotal } from '@atrium/domain/pages';
import { type EarlierTime, findEarlierTimes } from '@atrium/domain/pages/explain';
import { useMemo } from 'react';
import { getKnownValue } from '../../charts/index.ts';
import { type Outcome, useAnswers } from '../../numbers/answers/index.ts';
import type { Derived, Explained } from './explained.ts';
import { SourceReadingsDocument, type SourceReadingsQuery } from './operations.generated.ts';

export interface Part {
  readonly name: string;
  readonly value: number | null;
}

/** The doors or meters that add up to a number. */
export interface Parts {
  readonly by: 'PASSAGE' | 'DEVICE';
  readonly of: readonly Part[];
  /** Standing charges, which belong to none of them. Null: none. */
  readonly standing: number | null;
}

/** Sums the known parts. Null if none is known: 0 would mean nobody. */
export function sumParts(parts: readonly Part[]): number | null {
  const known = parts.flatMap(({ value }) => value ?? []);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

/** An earlier value, or an earlier span that was skipped. */
export interface Earlier extends EarlierTime {
  /** Null if it was skipped or is unknown. */
  readonly value: number | null;
  /** Reported ÷ expected. Null if nothing was expected or queried. */
  readonly reported: number | null;
}

export interface Explanation {
  readonly point: Point;
  readonly usual: number | null;
  /** The range of the usual; null without one. */
  readonly range: UsualRange | null;
  /** What is expected of it; null unless it is compared with that. */
  readonly expected: ExpectedPoint | null;
  /** Both sides over the part known on both, from which the usual is derived. */
  readonly known: KnownSides | null;
  /** The comparable share, if it is too small to show a change. */
  readonly tooFew: TooFew | null;
  readonly coverage: Coverage;
  /** Null if the number is not a sum of doors or meters. */
  readonly parts: Parts | null;
  readonly earlier: readonly Earlier[];
  /** Null for the metric's own value. */
  readonly derived: Derived | null;
}

export interface Explaining {
  /** Null while loading. */
  readonly explanation: Explanation | null;
  readonly sourceReadings: SourceReadings | null;
  readonly failed: boolean;
}

/** Loads the number, its parts and what it is compared with in one request, and the readings behind it. */
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

/** Drops the place's sensors that measure other metrics: they sent no readings, and none are missing. */
function withoutOthers(sourceReadings: SourceReadings, { coverage }: Explanation): SourceReadings {
  const silent = new Set(coverage.silent.map(({ deviceId }) => deviceId));
  const isOne = ({ readings, deviceId, metric }: SourceReadings['sources'][number]) =>
    readings > 0 || silent.has(deviceId) || countsPeople.has(findMetric(metric)?.kind);
  return { ...sourceReadings, sources: sourceReadings.sources.filter(isOne) };
}

type SourceReadings = SourceReadingsQuery['readingsBehind'];

/** Kinds whose sensors may send no readings although they work: nobody passed the door. */
const countsPeople: ReadonlySet<string | undefined> = new Set(['flow', 'count']);

/** Returns what adds up to a number: doors for counts, devices for meters. Null for any other number. */
function partsBy({ metric, query }: Explained): Parts['by'] | null {
  const [quantity, ...more] = getQuantities(metric);
  if (more.length > 0 || quantity === undefined || query.aggregation != null) return null;
  if (quantity.expression.type === 'metered') return 'DEVICE';
  return ['crossings', 'topEntries', 'passersBy'].includes(quantity.expression.type) ? 'PASSAGE' : null;
}

function questionsOf(explained: Explained, now: number) {
  const { query, derived } = explained;
  const earlier = earlierOf(explained, now);
  const by = partsBy(explained);
  const queries: readonly RawQuery[] = [
    buildComparedQuery(explained),
    ...(by === null ? [] : [{ ...query, groupBy: [{ type: by }], sortBy: { type: 'VALUE', order: 'DESC' } }]),
    ...earlier.flatMap((each) => each.query ?? []),
    ...(derived?.query == null ? [] : [derived.query]),
  ];
  return { queries, by, earlier };
}

/**
 * Returns the query with the page's comparison. A single step, such as one bar of a month, uses the comparison of the
 * whole range.
 */
export function buildComparedQuery(
  explained: Pick<Explained, 'query' | 'mode' | 'ranges' | 'calendar' | 'span'>,
): RawQuery {
  const { query, mode } = explained;
  if (mode === null) return query;
  const range = rangeAround(explained);
  return { ...query, compare: mode, ...(range && { comparedWithin: `${range.from}/${range.to}` }) };
}

/** Finds the page's range that contains the number's span. Lists of sites have no ranges. */
function rangeAround({ ranges, calendar, span }: Pick<Explained, 'ranges' | 'calendar' | 'span'>) {
  return ranges.find((range) => {
    const { from, to } = toDaysSpan(calendar, range.from, range.to);
    return from <= span.from && span.from < to;
  });
}

function earlierOf(explained: Explained, now: number): readonly EarlierTime[] {
  const { query, mode, calendar, span } = explained;
  // The days behind an expected value come with it. Longer spans are compared with the mean of the same weekdays.
  const days = listDays(calendar, span).length;
  if (mode === null || (mode === 'EXPECTED' && days <= 1)) return [];
  const range = rangeAround(explained);
  const whole = range === undefined ? span : toDaysSpan(calendar, range.from, range.to);
  return findEarlierTimes({ query, span, whole, mode: mode === 'EXPECTED' ? 'USUAL' : mode }, calendar, now);
}

function read(
  { derived, metric }: Explained,
  { by, earlier }: ReturnType<typeof questionsOf>,
  outcomes: readonly Outcome[],
): Explanation | 'failed' {
  const [first] = outcomes;
  if (first?.state !== 'ready') return 'failed';
  const parts = by === null ? null : outcomes[1];
  const rest = outcomes.slice(by === null ? 1 : 2);
  const total = getAnswerTotal(first.answer, metric);
  const then = earlier.filter((each) => each.query !== null);
  const beside = derived?.query == null ? null : rest[then.length];
  if (beside !== null && beside?.state !== 'ready') return 'failed';
  return {
    ...total,
    coverage: first.answer.coverage,
    parts:
      by !== null && parts?.state === 'ready'
        ? getParts(by, parts.answer, getKnownValue(total.point), isCost(metric))
        : null,
    earlier: earlier.map((each): Earlier => {
      const outcome = rest[then.indexOf(each)];
      if (outcome?.state !== 'ready') return { ...each, value: null, reported: null };
      const { answer } = outcome;
      return { ...each, value: getKnownValue(getAnswerPoint(answer)), reported: answer.coverage.ratio };
    }),
    derived: derived?.of(beside?.answer ?? null, getKnownValue(total.point)) ?? null,
  };
}

/**
 * Returns a number's parts by name. Null if they do not add up to it. What a cost has beyond its meters is its standing
 * charges.
 */
export function getParts(by: Parts['by'], answer: Answer, whole: number | null, isOfCost = false): Parts | null {
  const of = [...getAnswerPoints(answer)].map(([name, point]) => ({ name, value: getKnownValue(point) }));
  const sum = sumParts(of);
  const rest = sum === null || whole === null ? null : whole - sum;
  const isWhole = rest === null ? sum === whole : Math.abs(rest) <= rounding * Math.max(1, whole ?? 0);
  if (isWhole) return { by, of, standing: null };
  return isOfCost && rest !== null && rest > 0 ? { by, of, standing: rest } : null;
}

/** Tolerance for sums in another order. */
const rounding = 1e-6;
