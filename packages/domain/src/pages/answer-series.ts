import { type Granularity, granularity, type Instant, parseInstant, parseWall, wallToInstant } from '../core/index.ts';
import {
  type ComparisonCoverage,
  type DescriptorKey,
  deriveUsual,
  type ExpectedPoint,
  type KnownSides,
  type LabelledValue,
  type Metric,
  type Point,
  type TooFew,
  type UsualRange,
} from '../numbers/index.ts';

/** One bucket of an answer, parsed from its label. */
export interface AnswerBucket {
  readonly from: Instant;
  readonly to: Instant;
  /** Null if the bucket is in the future. */
  readonly point: Point | null;
  /** The usual of the whole bucket, also of one in progress or in the future. */
  readonly usual: number | null;
  /** The usual that the value is compared with; of a bucket in progress, up to now. Absent without a comparison. */
  readonly usualNow?: number | null;
  /** Number of earlier times that the usual is the mean of; null of an expected value. */
  readonly times?: number | null;
  /** The range of the usual of the whole bucket. Absent or null without one. */
  readonly range?: UsualRange | null;
  /** What is expected of the bucket. Absent unless it is compared with that. */
  readonly expected?: ExpectedPoint;
}

export interface Answer {
  readonly data: readonly LabelledValue[];
  readonly comparison: readonly LabelledValue[] | null;
  /** The change in % under the same labels, over the time known on both sides. */
  readonly evolution?: readonly LabelledValue[] | null;
  /** The comparable share; null without a comparison. */
  readonly comparisonCoverage?: ComparisonCoverage | null;
  /** Number of earlier times that the comparison is the mean of. */
  readonly comparisonTimes?: number | null;
}

/** A value and its comparison. */
export interface ComparedValue {
  readonly point: Point;
  /** The usual of the whole value; null without one, or if too little is comparable. */
  readonly usual: number | null;
  /** Both sides over the part known on both, from which the usual is derived. For explanations only. */
  readonly known: KnownSides | null;
  /** The comparable share, if it is too small to show a change. */
  readonly tooFew: TooFew | null;
  /** Number of earlier times that the usual is the mean of; null if unknown, and of an expected value. */
  readonly times: number | null;
  /** The range of the usual; null without one. */
  readonly range: UsualRange | null;
  /** What is expected of the value; null unless the answer compares with it. */
  readonly expected: ExpectedPoint | null;
}

/** How the values of an answer add up. */
type OfMetric = Pick<Metric, 'kind'>;

/** Returns the point of an answer without groups. */
export const getAnswerPoint = (answer: Answer): Point => pointOf(answer.data[0]);

/** Returns the value and the comparison of an answer without groups. */
export function getAnswerTotal(answer: Answer, metric: OfMetric): ComparedValue {
  const coverage = answer.comparisonCoverage ?? null;
  return comparedValue(
    metric,
    coverage,
    answer.comparisonTimes ?? null,
    answer.data[0],
    answer.comparison?.[0],
    answer.evolution?.[0],
  );
}

/** Returns the values of a single grouping, by label. */
export function getAnswerValues(answer: Answer, metric: OfMetric): ReadonlyMap<string, ComparedValue> {
  const usual = new Map(answer.comparison?.map((each) => [each.label, each]));
  const changes = new Map(answer.evolution?.map((each) => [each.label, each]));
  // With several places each carries its own share. Without any, the share is that of all of them.
  const isOfPlaces = answer.comparison?.some(({ tooFew }) => readTooFew(tooFew) !== null) === true;
  const coverage = isOfPlaces ? null : (answer.comparisonCoverage ?? null);
  return new Map(
    answer.data.map((each) => [
      each.label,
      comparedValue(
        metric,
        coverage,
        answer.comparisonTimes ?? null,
        each,
        usual.get(each.label),
        changes.get(each.label),
      ),
    ]),
  );
}

/** Returns the points of a single grouping, by label. */
export const getAnswerPoints = (answer: Answer): ReadonlyMap<string, Point> =>
  new Map(answer.data.map((each) => [each.label, pointOf(each)]));

function comparedValue(
  { kind }: OfMetric,
  coverage: ComparisonCoverage | null,
  times: number | null,
  value: LabelledValue | undefined,
  comparison: LabelledValue | undefined,
  evolution: LabelledValue | undefined,
): ComparedValue {
  const point = pointOf(value);
  const whole = point.state === 'known' ? point.value : null;
  const usual = numberOf(comparison);
  const change = numberOf(evolution);
  // If the earlier value is 0 or the answer has no change, all of it is comparable.
  const known =
    usual === null || whole === null ? null : { value: change === null ? whole : usual * (1 + change / 100), usual };
  const expected = readExpected(value?.expected);
  const derived = deriveUsual(
    kind,
    whole,
    known && { ...known, range: readRange(expected) },
    readTooFew(comparison?.tooFew) ?? coverage,
  );
  const ofMean = expected?.value == null ? (expected?.mean?.days ?? times) : null;
  return { point, usual: derived.usual, known, tooFew: derived.tooFew, times: ofMean, range: derived.range, expected };
}

/**
 * Returns the buckets of a DATE grouping in chronological order, including those of the comparison. Skips labels that
 * are no times. Without a metric there are no usual values.
 */
export function getAnswerBuckets(
  answer: Answer,
  width: Granularity,
  at: { readonly now: Instant; readonly timezone: string },
  metric: OfMetric | null = null,
): readonly AnswerBucket[] {
  const values = new Map(answer.data.map((each) => [each.label, each]));
  const compared =
    answer.comparison === null || metric === null
      ? null
      : getAnswerValues({ ...answer, comparisonCoverage: null }, metric);
  const earlier = new Map(compared && answer.comparison?.map((each) => [each.label, numberOf(each)]));
  const starts = [...new Set([...values.keys(), ...earlier.keys()])]
    .flatMap((label) => {
      const begin = instantOfLabel(label, at.timezone);
      return begin === null ? [] : [{ at: begin, label }];
    })
    .sort((left, right) => left.at - right.at);
  return starts.map(({ at: from, label }, index) => {
    const expected = readExpected(values.get(label)?.expected);
    const own = expected?.value ?? expected?.mean?.value ?? compared?.get(label)?.usual;
    return {
      from,
      to: Math.min(starts[index + 1]?.at ?? Number.POSITIVE_INFINITY, from + longest(width)),
      point: from >= at.now ? null : pointOf(values.get(label)),
      usual: own ?? (values.has(label) ? null : (earlier.get(label) ?? null)),
      ...(compared === null
        ? {}
        : { usualNow: compared.get(label)?.usual ?? null, times: compared.get(label)?.times ?? null }),
      ...(expected === null ? {} : { range: readRange(expected), expected }),
    };
  });
}

/** Sites of several time zones share local-time labels without an offset. `timezone` is the site's own. */
function instantOfLabel(label: string, timezone: string): Instant | null {
  const instant = parseInstant(label);
  if (instant.ok) return instant.value;
  const wall = parseWall(label);
  return wall === null ? null : wallToInstant(timezone, wall);
}

/** Returns the nested answers of an outer grouping, by label. */
export function getAnswerGroups(answer: Answer): ReadonlyMap<string, Answer> {
  const comparisons = new Map(answer.comparison?.map((each) => [each.label, nested(each)]));
  const changes = new Map(answer.evolution?.map((each) => [each.label, nested(each)]));
  return new Map(
    answer.data.map((each) => [
      each.label,
      {
        data: nested(each) ?? [],
        comparison: comparisons.get(each.label) ?? null,
        evolution: changes.get(each.label) ?? null,
      },
    ]),
  );
}

/** Parses an answer from unchecked JSON. An invalid shape becomes an empty answer, so that the page does not break. */
export function parseAnswer(raw: RawAnswer | null | undefined): Answer {
  return {
    data: readValues(raw?.data) ?? [],
    comparison: readValues(raw?.comparison),
    evolution: readValues(raw?.evolution),
    comparisonCoverage: raw?.comparisonCoverage ?? null,
    comparisonTimes: raw?.comparisonTimes ?? null,
  };
}

interface RawAnswer {
  readonly data: unknown;
  readonly comparison?: unknown;
  readonly evolution?: unknown;
  readonly comparisonCoverage?: ComparisonCoverage | null;
  readonly comparisonTimes?: number | null;
}

function readValues(raw: unknown): readonly LabelledValue[] | null {
  return Array.isArray(raw)
    ? raw.filter(
        (each): each is LabelledValue =>
          typeof each === 'object' && each !== null && typeof (each as LabelledValue).label === 'string',
      )
    : null;
}

/** Returns what is expected of a value, from unchecked JSON. */
function readExpected(raw: unknown): ExpectedPoint | null {
  return typeof raw === 'object' && raw !== null && 'reason' in raw ? (raw as ExpectedPoint) : null;
}

function readRange(expected: ExpectedPoint | null): UsualRange | null {
  if (expected === null || expected.lower === null || expected.upper === null) return null;
  return { lower: expected.lower, upper: expected.upper };
}

function pointOf(value: LabelledValue | undefined): Point {
  if (value?.state === 'closed') return { state: 'closed' };
  const number = numberOf(value);
  if (number !== null) return { state: 'known', value: number, partial: value?.partial === true };
  const notTold = parseUnsupported(value?.notTold);
  return { state: 'missing', ...(notTold.length > 0 && { notTold }) };
}

function readTooFew(raw: unknown): ComparisonCoverage | null {
  const { known, asked } = (raw ?? {}) as Partial<Record<keyof ComparisonCoverage, unknown>>;
  return typeof known === 'number' && typeof asked === 'number' ? { known, asked } : null;
}

/** Null if missing or closed. */
export function getPointValue(point: Point): number | null {
  return point.state === 'known' ? point.value : null;
}

/** Parses the descriptors that sensors don't report, from unchecked JSON. May include unknown descriptors. */
export function parseUnsupported(raw: unknown): readonly DescriptorKey[] {
  return Array.isArray(raw) ? raw.filter((each): each is DescriptorKey => typeof each === 'string') : [];
}

/** Returns the unsupported descriptors that make a point missing; otherwise empty. */
export function getUnsupported(point: Point | null | undefined): readonly DescriptorKey[] {
  return (point?.state === 'missing' && point.notTold) || [];
}

function numberOf(value: LabelledValue | undefined): number | null {
  return typeof value?.value === 'number' && Number.isFinite(value.value) ? value.value : null;
}

function nested(value: LabelledValue): readonly LabelledValue[] | null {
  return readValues(value.value);
}

/** Maximum length of a bucket in ms: a day has up to 25 h, a month up to 31 days. */
function longest(width: Granularity): number {
  if (width < granularity.day) return width * 1000;
  return (width === granularity.month ? 31 * granularity.day : width) * 1000 + 3_600_000;
}
