import type { Instant, Span } from '../core/index.ts';
import { type CountError, type CountedCell, countError } from './count-error.ts';
import type { Taps } from './taps.ts';

/** What the sensors of a passage told of one of their intervals; null: not known. */
export interface SensorInterval extends Span {
  readonly along: number | null;
  readonly against: number | null;
}

/**
 * `tooShort`: none of the sensor's intervals lies wholly within the count. `waiting`: what the sensor counted may still
 * come. `silent`: it didn't.
 */
export type CompareState = 'tooShort' | 'waiting' | 'silent' | 'compared';

interface BothWays {
  readonly along: number;
  readonly against: number;
}

export interface ComparedCount {
  readonly state: CompareState;
  /** The time that is compared; null while nothing is. */
  readonly compared: Span | null;
  /** ms of it of which both counts are known. */
  readonly known: number;
  /** Of what is compared. */
  readonly hand: BothWays;
  readonly sensor: BothWays;
  /** null: not compared, or too few people to tell. */
  readonly error: CountError | null;
}

/** ms after which what a sensor counted is not waited for any more. */
const waitedFor = 86_400_000;

/**
 * A count by hand beside what the sensors of the passage told of the same time. Only intervals of theirs that lie
 * wholly within the count are compared: of the others nobody knows which of the people came while somebody counted.
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
    error: countError([...along, ...against]),
  };
}

const nobody: BothWays = { along: 0, against: 0 };
const nothing = { compared: null, known: 0, hand: nobody, sensor: nobody, error: null };

type Known = Span & BothWays;
const isKnown = (interval: SensorInterval): interval is Known => interval.along !== null && interval.against !== null;

/** A tap belongs to the interval it happened in, whose end belongs to the next. */
const tapsIn = (taps: readonly Instant[], { from, to }: Span) => taps.filter((at) => at >= from && at < to).length;

const sumOf = (cells: readonly CountedCell[], of: keyof CountedCell) => cells.reduce((sum, cell) => sum + cell[of], 0);
