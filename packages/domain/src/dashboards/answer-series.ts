import { type Granularity, granularity, type Instant, instantOfWall, parseInstant, parseWall } from '../core/index.ts';
import {
  type ComparisonCoverage,
  type DescriptorKey,
  isComparable,
  type LabelledValue,
  type Point,
} from '../measurements/index.ts';

/** One bucket of an answer, read from its label. `usual` is the comparison's value under the same label. */
export interface AnswerBucket {
  readonly from: Instant;
  readonly to: Instant;
  /** Null lies ahead: the bucket has not begun. */
  readonly point: Point | null;
  readonly usual: number | null;
  /** Both sides of an answer's own comparison, as far as both are known; absent where nothing is compared. */
  readonly compared?: { readonly value: number; readonly usual: number } | null;
}

export interface Answer {
  readonly data: readonly LabelledValue[];
  readonly comparison: readonly LabelledValue[] | null;
  /** The change in % under the same labels, over what is known of both times. */
  readonly evolution?: readonly LabelledValue[] | null;
  /** How much of it can be compared; null without a comparison. */
  readonly comparisonCoverage?: ComparisonCoverage | null;
}

/** A value, and how it compares. */
export interface ComparedValue {
  readonly point: Point;
  /** What it was then, over what can be compared; null where less than half can be. */
  readonly usual: number | null;
  /** What it is now over the same: what a change is told of. */
  readonly compared: number | null;
  /** How much of it can be compared, where that is too little to tell a change. */
  readonly tooFew: ComparisonCoverage | null;
}

/** Values of an answer without groups: the value and what it is compared with. */
export function totalOfAnswer(answer: Answer): ComparedValue {
  return comparedValue(answer, answer.data[0], answer.comparison?.[0], answer.evolution?.[0]);
}

/** Where too little can be compared to tell a change of any of its values: how much that is; null otherwise. */
export function tooFewOf({ comparison, comparisonCoverage: coverage }: Answer): ComparisonCoverage | null {
  if (coverage == null || isComparable(coverage)) return null;
  const ofPlaces = (comparison ?? []).map(({ tooFew }) => readTooFew(tooFew));
  return ofPlaces.some((one) => one !== null) && ofPlaces.includes(null) ? null : coverage;
}

function comparedValue(
  answer: Answer,
  value: LabelledValue | undefined,
  comparison: LabelledValue | undefined,
  evolution: LabelledValue | undefined,
): ComparedValue {
  const point = pointOf(value);
  // Of several places each says it of itself.
  const tooFew = readTooFew(comparison?.tooFew) ?? tooFewOf(answer);
  const usual = tooFew === null ? numberOf(comparison) : null;
  const whole = point.state === 'known' ? point.value : null;
  if (usual === null || whole === null) return { point, usual, compared: null, tooFew };
  const change = numberOf(evolution);
  // Nothing then, or answered without a change: then all of it is compared.
  const compared = change === null ? whole : usual * (1 + change / 100);
  const isAll = Math.abs(compared - whole) <= Math.abs(whole) * 1e-9;
  return { point, usual, compared: isAll ? whole : compared, tooFew };
}

/** Buckets of a DATE grouping in order of time, those of the comparison among them. Labels that are no times are left out. */
export function bucketsOfAnswer(
  answer: Answer,
  width: Granularity,
  at: { readonly now: Instant; readonly timezone: string },
): readonly AnswerBucket[] {
  const values = new Map(answer.data.map((each) => [each.label, each]));
  const usual = new Map(answer.comparison?.map((each) => [each.label, numberOf(each)]));
  const compared = answer.comparison === null ? null : valuesOfAnswer({ ...answer, comparisonCoverage: null });
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
    ...(compared === null ? {} : { compared: bothOf(compared.get(label)) }),
  }));
}

function bothOf(value: ComparedValue | undefined): NonNullable<AnswerBucket['compared']> | null {
  if (value === undefined || value.compared === null || value.usual === null) return null;
  return { value: value.compared, usual: value.usual };
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
export function valuesOfAnswer(answer: Answer): ReadonlyMap<string, ComparedValue> {
  const usual = new Map(answer.comparison?.map((each) => [each.label, each]));
  const changes = new Map(answer.evolution?.map((each) => [each.label, each]));
  return new Map(
    answer.data.map((each) => [
      each.label,
      comparedValue(answer, each, usual.get(each.label), changes.get(each.label)),
    ]),
  );
}

/** Answers come as unchecked JSON; whatever is not of the agreed shape is an empty answer, not a broken page. */
export function readAnswer(raw: RawAnswer | null | undefined): Answer {
  return {
    data: readValues(raw?.data) ?? [],
    comparison: readValues(raw?.comparison),
    evolution: readValues(raw?.evolution),
    comparisonCoverage: raw?.comparisonCoverage ?? null,
  };
}

interface RawAnswer {
  readonly data: unknown;
  readonly comparison?: unknown;
  readonly evolution?: unknown;
  readonly comparisonCoverage?: ComparisonCoverage | null;
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
  if (number !== null) return { state: 'known', value: number, partial: value?.partial === true };
  const notTold = readNotTold(value?.notTold);
  return { state: 'missing', ...(notTold.length > 0 && { notTold }) };
}

function readTooFew(raw: unknown): ComparisonCoverage | null {
  const { known, asked } = (raw ?? {}) as Partial<Record<keyof ComparisonCoverage, unknown>>;
  return typeof known === 'number' && typeof asked === 'number' ? { known, asked } : null;
}

/** Null of what is missing, or closed. */
export function numberOfPoint(point: Point): number | null {
  return point.state === 'known' ? point.value : null;
}

/** The descriptors that sensors don't tell, of unchecked JSON; of an unknown one no more is to be said. */
export function readNotTold(raw: unknown): readonly DescriptorKey[] {
  return Array.isArray(raw) ? raw.filter((each): each is DescriptorKey => typeof each === 'string') : [];
}

/** What sensors don't tell of a point, where that is why it is missing; nothing otherwise. */
export function notToldOf(point: Point | null | undefined): readonly DescriptorKey[] {
  return (point?.state === 'missing' && point.notTold) || [];
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
