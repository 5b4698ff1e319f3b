import type { Instant } from '../../core/index.ts';

const dayMs = 86_400_000;
/** Longest time between two samples (ms) within which the register is interpolated. */
export const maxInterpolatedMs = 32 * dayMs;
/** Time (ms) after which a register that stays below its highest value restarts, and a replaced meter is confirmed. */
export const settledAfterMs = dayMs;

/** Samples of one register, ascending in time. */
export interface RegisterSamples {
  readonly times: ArrayLike<Instant>;
  readonly values: ArrayLike<number>;
}

export type FallKind = 'wrap' | 'reset' | 'dropout' | 'replaced' | 'stepBack';

/** A fall of the register, at its first low sample. */
export interface RegisterFall {
  readonly at: Instant;
  readonly kind: FallKind;
}

/** Consumption that a register shows: its total since the first sample, at each sample that counts. */
export interface RegisterCurve {
  readonly times: readonly Instant[];
  readonly totals: readonly number[];
  /** Where the rise towards each sample begins: at the previous sample, or where the register passes its highest value. */
  readonly rises: readonly Instant[];
  readonly falls: readonly RegisterFall[];
  /** Start of the time that a later sample may still correct; null if there is none. It lasts until the last sample. */
  readonly openSince: Instant | null;
}

/** Whether a fall goes on from 0: a rollover is declared, and the register fell by more than half of it. */
const wraps = (from: number, to: number, rollover: number) => rollover > 0 && to - from + rollover < rollover / 2;

/**
 * Reads a register and classifies its falls by the samples that follow:
 *
 * - wrap: a rollover is declared, and the register fell by more than half of it. It counts on.
 * - dropout: the first rise after the fall returns to 90 % of the value before it. The low values do not count.
 * - reset: less than a tenth is left. It counts from 0; a later return makes it a dropout.
 * - replaced: less than half is left, and three samples in a row do not fall, or 24 h pass. It counts from the first
 *   low sample.
 * - step back: nothing counts until the register passes its highest value. After 24 h it restarts from there.
 *
 * `rollover` is 0 for a register that never wraps.
 */
export function readRegister({ times, values }: RegisterSamples, rollover: number): RegisterCurve {
  const points = { times: [] as Instant[], totals: [] as number[], rises: [] as Instant[] };
  const falls: RegisterFall[] = [];
  const valueAt = (place: number) => values[place] as number;
  const timeAt = (place: number) => times[place] as Instant;
  let openSince: Instant | null = null;
  let [total, last, highest] = [0, valueAt(0), valueAt(0)];
  let backSince: Instant | null = null;
  let backFrom: Instant | null = null;
  const add = (place: number, amount: number, rise = points.times.at(-1) ?? timeAt(place)) => {
    total += amount;
    last = valueAt(place);
    points.times.push(timeAt(place));
    points.totals.push(total);
    points.rises.push(rise);
  };
  const restart = (place: number, amount: number, rise?: Instant) => {
    add(place, amount, rise);
    highest = last;
    backSince = null;
    backFrom = null;
  };
  if (times.length > 0) restart(0, 0);
  for (let place = 1; place < times.length; place++) {
    const value = valueAt(place);
    const before = points.times.at(-1) as Instant;
    let isBelow = value < highest;
    if (value < last && wraps(last, value, rollover)) {
      falls.push({ at: timeAt(place), kind: 'wrap' });
      restart(place, Math.max(0, value - highest + rollover));
      continue;
    }
    if (value < last / 2) {
      const isReset = value < last / 10;
      const next = findRise(values, place);
      const confirmed = isReset ? place : findConfirmation({ times, values }, place);
      if (next < times.length && valueAt(next) >= 0.9 * last && (isReset || next <= confirmed)) {
        falls.push({ at: timeAt(place), kind: 'dropout' });
        place = next - 1;
        continue;
      }
      if (isReset && next === times.length) openSince ??= before;
      if (isReset || confirmed < times.length) {
        falls.push({ at: timeAt(place), kind: isReset ? 'reset' : 'replaced' });
        restart(place, isReset ? value : 0);
        continue;
      }
      isBelow = true;
    }
    if (!isBelow) {
      const passed = last < highest ? (highest - last) / (value - last) : 0;
      restart(place, value - highest, before + passed * (timeAt(place) - before));
      continue;
    }
    if (value < last) falls.push({ at: timeAt(place), kind: 'stepBack' });
    backSince ??= timeAt(place);
    backFrom ??= before;
    if (timeAt(place) - backSince >= settledAfterMs) restart(place, 0);
    else add(place, 0);
  }
  if (backFrom !== null) openSince = Math.min(backFrom, openSince ?? backFrom);
  return { ...points, falls, openSince };
}

/** Returns the first sample after a fall that exceeds the one before it; the number of samples if none does. */
function findRise(values: ArrayLike<number>, fall: number): number {
  let place = fall + 1;
  while (place < values.length && (values[place] as number) <= (values[place - 1] as number)) place += 1;
  return place;
}

/**
 * Returns the sample that confirms a replaced meter: the third in a row that does not fall, or the first 24 h after the
 * fall; the number of samples if there is none.
 */
function findConfirmation({ times, values }: RegisterSamples, fall: number): number {
  let inRow = 1;
  for (let place = fall + 1; place < times.length; place++) {
    inRow = (values[place] as number) >= (values[place - 1] as number) ? inRow + 1 : 1;
    if (inRow === 3 || (times[place] as Instant) - (times[fall] as Instant) >= settledAfterMs) return place;
  }
  return times.length;
}

/** Consumption between two edges. */
export interface RegisterAmount {
  /** Position of the earlier edge. */
  readonly place: number;
  readonly amount: number;
  /** Whether it is estimated, incomplete, or may still be corrected. */
  readonly isPartial: boolean;
}

/**
 * Returns the consumption between consecutive edges where any is known. The register at an edge is interpolated. An
 * edge within a span longer than `gap` (ms) makes both sides partial. A span longer than 32 days counts only where no
 * edge cuts it.
 */
export function countBetween(curve: RegisterCurve, edges: readonly Instant[], gap: number): RegisterAmount[] {
  const { times, openSince } = curve;
  const amounts: RegisterAmount[] = [];
  let next = 0;
  let left: Cut | null = null;
  for (const [place, edge] of edges.entries()) {
    while (next < times.length && (times[next] as Instant) < edge) next += 1;
    const right = cutCurve(curve, next, edge, gap);
    // An uncut span beyond 32 days belongs to neither side of an edge within it.
    if (left !== null && left.after.at < right.before.at)
      amounts.push({
        place: place - 1,
        amount: right.before.total - left.after.total,
        isPartial: left.isPartial || right.isPartial || (openSince !== null && edge > openSince),
      });
    left = right;
  }
  return amounts;
}

interface Known {
  readonly at: Instant;
  readonly total: number;
}

/** What is known at an edge: up to where on its earlier side, and from where on its later side. */
interface Cut {
  readonly before: Known;
  readonly after: Known;
  readonly isPartial: boolean;
}

/** Cuts the curve at an edge; `next` is the first sample that is not before it. */
function cutCurve({ times, totals, rises }: RegisterCurve, next: number, edge: Instant, gap: number): Cut {
  const sampleAt = (place: number): Known => ({ at: times[place] as Instant, total: totals[place] as number });
  const cutAt = (before: Known, after: Known, isPartial: boolean): Cut => ({ before, after, isPartial });
  if (next === 0) {
    const nothing = { at: Number.NEGATIVE_INFINITY, total: 0 };
    return cutAt(nothing, times.length === 0 ? nothing : sampleAt(0), false);
  }
  const previous = sampleAt(next - 1);
  if (next === times.length) return cutAt(previous, { at: Number.POSITIVE_INFINITY, total: 0 }, false);
  const following = sampleAt(next);
  if (following.at === edge) return cutAt(following, following, false);
  const span = following.at - previous.at;
  if (span > maxInterpolatedMs) return cutAt(previous, following, true);
  const rise = rises[next] as Instant;
  const share = edge <= rise ? 0 : (edge - rise) / (following.at - rise);
  const known = { at: edge, total: previous.total + share * (following.total - previous.total) };
  return cutAt(known, known, span > gap);
}
