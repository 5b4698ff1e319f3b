import type { Granularity, Instant, Reason } from '@atrium/domain/core';
import type {
  DayRange,
  DescriptorKey,
  ExpectedPoint,
  KnownSides,
  Metric,
  Point,
  QueryCompareMode,
  TooFew,
  UsualRange,
} from '@atrium/domain/numbers';
import {
  type Answer,
  type AnswerBucket,
  addExpected,
  type ComparedValue,
  getAnswerBuckets,
  getUnsupported,
  parseAnswer,
  parseUnsupported,
} from '@atrium/domain/pages';
import type { WidgetAnswer } from '@atrium/domain/pages/widgets';
import type { OpeningCalendar } from '@atrium/domain/sites';
import type { KeptAnswerQuery } from './operations.generated.ts';

interface ServerError {
  readonly extensions?: {
    readonly code?: unknown;
    readonly field?: unknown;
    readonly reason?: Reason;
    readonly retryAfter?: unknown;
  };
}

const extensionsOf = (error: unknown) => (error as { errors?: readonly ServerError[] } | null)?.errors?.[0]?.extensions;

/** Returns the server's error code, if any. */
export function findErrorCode(error: unknown): string | null {
  const code = extensionsOf(error)?.code;
  return typeof code === 'string' ? code : null;
}

/** Returns the server's reason for a refusal, if any. */
export const findErrorReason = (error: unknown): Reason | undefined => extensionsOf(error)?.reason;

/** Returns the field at fault as named by the server, if any. */
export function findErrorField(error: unknown): string | null {
  const field = extensionsOf(error)?.field;
  return typeof field === 'string' ? field : null;
}

/** Returns the seconds that an overloaded server asks to wait, if it does. */
export function findRetryAfter(error: unknown): number | null {
  const seconds = extensionsOf(error)?.retryAfter;
  return typeof seconds === 'number' ? seconds : null;
}

/** Answer to a question, or its failure. */
export type Outcome = Ready | Failed;

export interface Ready {
  readonly state: 'ready';
  readonly answer: WidgetAnswer;
}

export interface Failed {
  readonly state: 'failed';
  readonly code: string | null;
  readonly reason?: Reason;
  /** Seconds that an overloaded server asks to wait. */
  readonly retryAfter?: number;
}

/** An answer as sent by the server. */
export type SentAnswer = KeptAnswerQuery['retailData'];

const read = new WeakMap<SentAnswer, Ready>();

/** Parses an answer once, so that derived values are rebuilt only for a new answer. */
export function toReady(sent: SentAnswer): Ready {
  const known = read.get(sent);
  if (known) return known;
  const { unit, granularity, coverage } = sent;
  const notTold = parseUnsupported(sent.notTold);
  const ready: Ready = { state: 'ready', answer: { ...parseAnswer(sent), unit, granularity, coverage, notTold } };
  read.set(sent, ready);
  return ready;
}

export const failed = (code: string | null, reason?: Reason | null, retryAfter?: number | null): Failed => ({
  ...{ state: 'failed', code },
  ...(reason && { reason }),
  ...(retryAfter && { retryAfter }),
});

/** Refetches a query. A failure appears through the query's own error, so it is ignored here. */
export async function retryQuery(refetch: () => Promise<unknown>): Promise<void> {
  await refetch().catch(() => {});
}

/** A number with its series and the usual value. */
export interface Measured {
  readonly value: number | null;
  /** The usual of the whole value. */
  readonly usual: number | null;
  /** Both sides over the part known on both. */
  readonly known: KnownSides | null;
  /** The comparable share, if it is too small to show a change. */
  readonly tooFew: TooFew | null;
  /** Number of earlier times that the usual is the mean of; null if unknown. */
  readonly times: number | null;
  /** The range of the usual; null without one. */
  readonly range: UsualRange | null;
  /** What is expected of the value; null unless it is compared with that. */
  readonly expected: ExpectedPoint | null;
  readonly partial: boolean;
  /** Descriptors the sensors do not report, if that is why the value is missing. */
  readonly notTold: readonly DescriptorKey[];
  readonly buckets: readonly AnswerBucket[];
}

/**
 * Reads a series, with that of the comparison days if there is one. The metric is needed if the answer itself is
 * compared.
 */
type SeriesReader = (
  course: Answer,
  expected: Answer | null,
  width: Granularity,
  ranges: readonly DayRange[],
  metric?: Pick<Metric, 'kind'>,
) => readonly AnswerBucket[];

/** Builds a reader of a site's series, by the site's own days. */
export function createSeriesReader(calendar: OpeningCalendar, mode: QueryCompareMode, now: Instant): SeriesReader {
  const at = { now, timezone: calendar.timezone };
  return (course, expected, width, ranges, metric) => {
    const buckets = getAnswerBuckets(course, width, at, metric);
    if (expected === null || mode === 'EXPECTED') return buckets;
    return addExpected(buckets, getAnswerBuckets(expected, width, at), { calendar, ranges, mode, now });
  };
}

/** Reads a number with its series. */
export function readMeasured(
  { point, usual, known, tooFew, times, range, expected }: ComparedValue,
  buckets: readonly AnswerBucket[],
): Measured {
  return { ...readPoint(point), usual, known, tooFew, times, range, expected, buckets };
}

/** Reads a point's value, and whether it is partial or unsupported. */
export function readPoint(point: Point): Pick<Measured, 'value' | 'partial' | 'notTold'> {
  const isKnown = point.state === 'known';
  return { value: isKnown ? point.value : null, partial: isKnown && point.partial, notTold: getUnsupported(point) };
}
