import type { Instant, Span } from '../../core/index.ts';
import { type CountError, type CountedCell, estimateError } from './count-error.ts';

/** Times of the taps of a manual count, by direction. */
export interface Taps {
  /** From the first of the passage's places to the second. */
  readonly along: readonly Instant[];
  readonly against: readonly Instant[];
}

/** Maximum duration of one count, in ms. */
export const maxCountMs = 2 * 3_600_000;
/** Maximum ms that an offline phone may store a count. */
const keptOnPhone = 7 * 86_400_000;
/** Tolerance in ms for a phone's clock that is ahead. */
const ahead = 120_000;
/** Per direction. */
export const maxTaps = 5000;

export type CountProblem = 'span' | 'future' | 'old' | 'taps';

/** Validates a count from a phone. Null: valid. */
export function checkTaps(taps: Taps, { from, to }: Span, now: Instant): CountProblem | null {
  if (!(from < to) || to - from > maxCountMs) return 'span';
  if (to > now + ahead) return 'future';
  if (from < now - keptOnPhone) return 'old';
  const ways = [taps.along, taps.against];
  const isWithin = (at: Instant) => at >= from && at <= to;
  return ways.every((way) => way.length <= maxTaps && way.every(isWithin)) ? null : 'taps';
}

/** Counts of a passage's sensors in one of their intervals. Null: unknown. */
export interface SensorInterval extends Span {
  readonly along: number | null;
  readonly against: number | null;
}

/**
 * `tooShort`: no interval of the sensor is entirely within the count. `waiting`: the sensor's counts may still arrive.
 * `silent`: they did not.
 */
export type CompareState = 'tooShort' | 'waiting' | 'silent' | 'compared';

interface BothWays {
  readonly along: number;
  readonly against: number;
}

export interface ComparedCount {
  readonly state: CompareState;
  /** The compared time. Null if nothing is compared. */
  readonly compared: Span | null;
  /** Milliseconds of it with both counts known. */
  readonly known: number;
  /** People in the compared intervals. */
  readonly hand: BothWays;
  readonly sensor: BothWays;
  /** Both counts of each direction in each compared interval. */
  readonly cells: readonly CountedCell[];
  /** Null: not compared, or too few people. */
  readonly error: CountError | null;
}

/** Milliseconds after which missing sensor counts are no longer expected. */
const waitedFor = 86_400_000;

/**
 * Compares a manual count with the passage's sensors. Uses only sensor intervals entirely within the count, since for
 * others it is unknown which people came during it.
 */
export function compareCount(taps: Taps, span: Span, told: readonly SensorInterval[], now: Instant): ComparedCount {
  const within = told.filter(({ from, to }) => from >= span.from && to <= span.to);
  const known = within.filter(isKnown);
  const isWaiting = known.length < within.length && now < span.to + waitedFor;
  if (within.length === 0) return { ...nothing, state: 'tooShort' };
  if (isWaiting || known.length === 0) return { ...nothing, state: isWaiting ? 'waiting' : 'silent' };
  const cells = (way: keyof BothWays): readonly CountedCell[] =>
    known.map((interval) => ({ hand: tapsIn(taps[way], interval), sensor: interval[way] }));
  const [along, against] = [cells('along'), cells('against')];
  return {
    state: 'compared',
    compared: { from: Math.min(...known.map(({ from }) => from)), to: Math.max(...known.map(({ to }) => to)) },
    known: known.reduce((sum, { from, to }) => sum + to - from, 0),
    hand: { along: sumOf(along, 'hand'), against: sumOf(against, 'hand') },
    sensor: { along: sumOf(along, 'sensor'), against: sumOf(against, 'sensor') },
    cells: [...along, ...against],
    error: estimateError([...along, ...against]),
  };
}

const nobody: BothWays = { along: 0, against: 0 };
const nothing = { compared: null, known: 0, hand: nobody, sensor: nobody, cells: [], error: null };

type Known = Span & BothWays;
const isKnown = (interval: SensorInterval): interval is Known => interval.along !== null && interval.against !== null;

/** A tap belongs to the interval that contains it; interval ends are exclusive. */
const tapsIn = (taps: readonly Instant[], { from, to }: Span) => taps.filter((at) => at >= from && at < to).length;

const sumOf = (cells: readonly CountedCell[], of: keyof CountedCell) => cells.reduce((sum, cell) => sum + cell[of], 0);

/**
 * Returns the time of the sensor intervals entirely within a span, to show how long to keep counting. Null if there is
 * none. `seconds` is the sensor's interval, aligned to full hours.
 */
export function findWholeIntervals({ from, to }: Span, seconds: number): Span | null {
  const width = seconds * 1000;
  const [first, last] = [Math.ceil(from / width) * width, Math.floor(to / width) * width];
  return first < last ? { from: first, to: last } : null;
}
