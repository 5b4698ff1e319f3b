import type { Instant, Span } from '../../core/index.ts';

/** Takes a device's readings of a period out of every number. Applies to readings that begin in the span. */
export interface ReadingVoid extends Span {
  readonly device: number;
  /** Null: all metrics. */
  readonly metrics: readonly string[] | null;
}

/** Longest period of a correction, in ms. Bounds the days that are rolled up again. */
export const maxCorrectedMs = 366 * 86_400_000;
/** A period may end this long after now, in ms: today's may be chosen as a whole day. */
export const maxCorrectedAheadMs = 36 * 3_600_000;

/** Whether a reading is taken out. Also applies to readings that arrive or are sent again later. */
export function isVoided(
  voids: readonly ReadingVoid[],
  { device, metric, at }: { readonly device: number; readonly metric: string; readonly at: Instant },
): boolean {
  return voids.some(
    (one) =>
      one.device === device && one.from <= at && at < one.to && (one.metrics === null || one.metrics.includes(metric)),
  );
}

export type PeriodProblem = 'empty' | 'long' | 'ahead';

/** Returns what is wrong with the period of a correction; null if nothing is. */
export function findPeriodProblem({ from, to }: Span, now: Instant): PeriodProblem | null {
  if (!(from < to)) return 'empty';
  if (to - from > maxCorrectedMs) return 'long';
  return to > now + maxCorrectedAheadMs ? 'ahead' : null;
}
