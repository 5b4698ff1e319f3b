import { type Granularity, granularity, type Instant, instantOfWall, parseInstant, parseWall } from '../core/index.ts';
import type { LabelledValue, Point } from '../measurements/index.ts';

/** One bucket of an answer, read from its label. `usual` is the comparison's value under the same label. */
export interface AnswerBucket {
  readonly from: Instant;
  readonly to: Instant;
  /** Null lies ahead: the bucket has not begun. */
  readonly point: Point | null;
  readonly usual: number | null;
}

export interface Answer {
  readonly data: readonly LabelledValue[];
  readonly comparison: readonly LabelledValue[] | null;
}

/** Values of an answer without groups: the value and what it is compared with. */
export function totalOfAnswer(answer: Answer): { readonly point: Point; readonly usual: number | null } {
  return { point: pointOf(answer.data[0]), usual: numberOf(answer.comparison?.[0]) };
}

/** Buckets of a DATE grouping in order of time, those of the comparison among them. Labels that are no times are left out. */
export function bucketsOfAnswer(
  answer: Answer,
  width: Granularity,
  at: { readonly now: Instant; readonly timezone: string },
): readonly AnswerBucket[] {
  const values = new Map(answer.data.map((each) => [each.label, each]));
  const usual = new Map(answer.comparison?.map((each) => [each.label, numberOf(each)]));
  const starts = [...new Set([...values.keys(), ...usual.keys()])]
    .flatMap((label) => {
      const begin = instantOfLabel(label, at.timezone);
      return begin === null ? [] : [{ at: begin, label }];
    })
    .sort((left, right) => left.at - right.at);
  return starts.map(({ at: from, label }, index) => ({
    from,
    to: Math.min(starts[index + 1]?.at ?? Number.POSITIVE_INFINITY, from + longest(width)),
    point: from >= at.now ? null : pointOf(values.get(label)),
    usual: usual.get(label) ?? null,
  }));
}

/** Sites of several timezones share labels of local time without an offset; `timezone` is the site's own. */
function instantOfLabel(label: string, timezone: string): Instant | null {
  const instant = parseInstant(label);
  if (instant.ok) return instant.value;
  const wall = parseWall(label);
  return wall === null ? null : instantOfWall(timezone, wall);
}

/** The nested answers of an outer grouping, by label. */
export function groupsOfAnswer(answer: Answer): ReadonlyMap<string, Answer> {
  const comparisons = new Map(answer.comparison?.map((each) => [each.label, nested(each)]));
  return new Map(
    answer.data.map((each) => [
      each.label,
      { data: nested(each) ?? [], comparison: comparisons.get(each.label) ?? null },
    ]),
  );
}

/** Values of an outer grouping without a further one, by label. */
export function valuesOfAnswer(
  answer: Answer,
): ReadonlyMap<string, { readonly point: Point; readonly usual: number | null }> {
  const usual = new Map(answer.comparison?.map((each) => [each.label, numberOf(each)]));
  return new Map(
    answer.data.map((each) => [each.label, { point: pointOf(each), usual: usual.get(each.label) ?? null }]),
  );
}

/** Answers come as unchecked JSON; whatever is not of the agreed shape is an empty answer, not a broken page. */
export function readAnswer(raw: { readonly data: unknown; readonly comparison?: unknown } | null | undefined): Answer {
  return { data: readValues(raw?.data) ?? [], comparison: readValues(raw?.comparison) };
}

function readValues(raw: unknown): readonly LabelledValue[] | null {
  return Array.isArray(raw)
    ? raw.filter(
        (each): each is LabelledValue =>
          typeof each === 'object' && each !== null && typeof (each as LabelledValue).label === 'string',
      )
    : null;
}

function pointOf(value: LabelledValue | undefined): Point {
  if (value?.state === 'closed') return { state: 'closed' };
  const number = numberOf(value);
  return number === null ? { state: 'missing' } : { state: 'known', value: number, partial: value?.partial === true };
}

function numberOf(value: LabelledValue | undefined): number | null {
  return typeof value?.value === 'number' && Number.isFinite(value.value) ? value.value : null;
}

function nested(value: LabelledValue): readonly LabelledValue[] | null {
  return readValues(value.value);
}

/** The longest a bucket can be: days have 25 h once a year, months 31 days. */
function longest(width: Granularity): number {
  if (width < granularity.day) return width * 1000;
  return (width === granularity.month ? 31 * granularity.day : width) * 1000 + 3_600_000;
}
