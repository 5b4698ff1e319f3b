import { createHash } from 'node:crypto';
import type { Instant, Span } from '@atrium/domain/core';

/** Crossings that add (1) or subtract (−1) people while from ≤ at < to. */
export interface BalanceSource extends Span {
  readonly device: number;
  readonly metric: string;
  readonly sign: 1 | -1;
}

/** Metrics whose readings are crossings. */
export const crossingMetrics: readonly string[] = ['affluenceIn', 'affluenceOut'];

/** Balances of a site: each begins at a reset with nobody inside and ends at the next one. */
export interface BalancePlan {
  /** Resets, ascending. */
  readonly begins: readonly Instant[];
  /** End of the last balance. */
  readonly end: Instant;
  /** Sources of each zone, and of all zones together. */
  readonly series: readonly (readonly BalanceSource[])[];
}

/** Balance from one reset to the next, with the key of each series. */
export interface BalanceDay {
  readonly from: Instant;
  readonly to: Instant;
  readonly keys: readonly number[];
}

/**
 * Returns a function that identifies what counts from one reset to the next: a hash of the sources in this time, 0 when
 * there is none. A rollup of other doors, other resets or another time has another key, so it is never taken for this.
 */
export function createBalanceKeys(sources: readonly BalanceSource[]): (from: Instant, to: Instant) => number {
  const bounds = [...new Set(sources.flatMap(({ from, to }) => [from, to]))].sort((left, right) => left - right);
  const known = new Map<string, number>();
  return (from, to) => {
    const place = bounds.findLastIndex((bound) => bound <= from);
    if ((bounds[place + 1] ?? to) < to) return hashSources(sources, from, to);
    // The same sources count all the time, as on most days.
    const name = `${place} ${to - from}`;
    const key = known.get(name) ?? hashSources(sources, from, to);
    known.set(name, key);
    return key;
  };
}

function hashSources(sources: readonly BalanceSource[], from: Instant, to: Instant): number {
  const counted = sources.filter((source) => source.from < to && source.to > from);
  if (counted.length === 0) return 0;
  const texts = counted.map((source) => {
    const [begins, ends] = [Math.max(source.from, from) - from, Math.min(source.to, to) - from];
    return `${source.device} ${source.metric} ${source.sign} ${begins} ${ends}`;
  });
  const text = `${to - from};${texts.sort().join(';')}`;
  return 1 + createHash('sha256').update(text).digest().readUIntBE(0, 6);
}

/** Returns the balances of a plan. */
export function listBalanceDays({ begins, end, series }: BalancePlan): BalanceDay[] {
  const keysOf = series.map(createBalanceKeys);
  return begins.map((from, index) => {
    const to = begins[index + 1] ?? end;
    return { from, to, keys: keysOf.map((keyOf) => keyOf(from, to)) };
  });
}
