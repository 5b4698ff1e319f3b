import type { Instant, Span } from '../../core/index.ts';
import { type SendableKind, sendableMetrics } from './sendable-metrics.ts';

/**
 * How a correction changes readings:
 *
 * - `void`: they do not count.
 * - `exchange`: entries are exits, and exits are entries.
 * - `shift`: they were sent with a wrong clock. They take the place of what the device sent for the right time.
 * - `scale`: their values are multiplied.
 * - `set`: one reading has another value.
 * - `replaced`: the meter was replaced, so that its register counts on from the last level of the former one.
 */
export const correctionKinds = ['void', 'exchange', 'shift', 'scale', 'set', 'replaced'] as const;
export type CorrectionKind = (typeof correctionKinds)[number];

/** Correction of a device's readings that begin in the span, by the time and metric that they were sent with. */
export interface ReadingChange extends Span {
  readonly device: number;
  readonly kind: CorrectionKind;
  /** Null: all metrics. */
  readonly metrics: readonly string[] | null;
  /** Seconds to add (`shift`), factor (`scale`), value (`set`), first level of the new meter (`replaced`). */
  readonly amount: number | null;
  /** Last level of the former meter (`replaced`). */
  readonly lastLevel: number | null;
  /** Descriptors of the reading (`set`) or register (`replaced`). */
  readonly descriptors: string | null;
}

/** Longest period of a correction, in ms. Bounds the days that are rolled up again. */
export const maxCorrectedMs = 366 * 86_400_000;
/** A period may end this long after now, in ms: today's may be chosen as a whole day. */
export const maxCorrectedAheadMs = 36 * 3_600_000;
/** End of a correction that applies from an instant on. */
export const endOfCorrections: Instant = Date.UTC(9999, 0);

/** Metrics that an exchange swaps. */
export const exchangedMetrics: ReadonlyMap<string, string> = new Map(
  [
    ['affluenceIn', 'affluenceOut'],
    ['queueAffluenceIn', 'queueAffluenceOut'],
    ['uwbAffluenceIn', 'uwbAffluenceOut'],
  ].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);

const changeableKinds: readonly SendableKind[] = ['flow', 'count', 'state', 'sample', 'duration', 'counter'];

/** Whether a correction of this kind may concern the metric. */
export function canCorrect(kind: CorrectionKind, metric: string): boolean {
  const sent = sendableMetrics.get(metric);
  if (sent === undefined) return false;
  if (kind === 'exchange') return exchangedMetrics.has(metric);
  if (kind === 'replaced') return sent.kind === 'counter';
  if (kind === 'scale' && metric === 'binaryOccupancy') return false;
  return kind === 'void' || kind === 'shift' || changeableKinds.includes(sent.kind);
}

export type AmountProblem = 'amount' | 'lastLevel';

/** Returns which number of a correction is missing, superfluous or out of bounds; null if none is. */
export function findAmountProblem({
  kind,
  metrics,
  amount,
  lastLevel,
}: Pick<ReadingChange, 'kind' | 'metrics' | 'amount' | 'lastLevel'>): AmountProblem | null {
  if (kind !== 'replaced' && lastLevel !== null) return 'lastLevel';
  if (kind === 'void' || kind === 'exchange') return amount === null ? null : 'amount';
  if (amount === null || !Number.isFinite(amount)) return 'amount';
  if (kind === 'shift')
    return Number.isInteger(amount) && amount !== 0 && Math.abs(amount) * 1000 <= maxCorrectedMs ? null : 'amount';
  if (kind === 'scale') return amount >= 1e-6 && amount <= 1e6 && amount !== 1 ? null : 'amount';
  const isPossible = (value: number) =>
    (metrics ?? []).every((metric) => {
      const sent = sendableMetrics.get(metric);
      return sent !== undefined && value >= sent.min && value <= sent.max;
    });
  if (!isPossible(amount)) return 'amount';
  return lastLevel === null || (Number.isFinite(lastLevel) && isPossible(lastLevel)) ? null : 'lastLevel';
}

/** Returns the time that a correction takes readings from and moves them to. */
export function listCorrectedSpans({ from, to, ...change }: Span & Pick<ReadingChange, 'kind' | 'amount'>): Span[] {
  const shifted = getShiftMs(change);
  return shifted === 0
    ? [{ from, to }]
    : [
        { from, to },
        { from: from + shifted, to: to + shifted },
      ];
}

const getShiftMs = ({ kind, amount }: Pick<ReadingChange, 'kind' | 'amount'>) =>
  kind === 'shift' ? (amount ?? 0) * 1000 : 0;

/** A reading, as far as corrections read or change it. */
export interface CorrectableReading {
  readonly device: number;
  readonly metric: string;
  readonly at: Instant;
  readonly value: number;
  readonly descriptors: string;
}

/**
 * Returns the reading as it counts; null if it does not. Conditions refer to the reading as sent, so the order of the
 * corrections does not matter. Also applies to readings that arrive or are sent again later.
 */
export function correctReading<One extends CorrectableReading>(
  changes: readonly ReadingChange[],
  reading: One,
): One | null {
  const { device, metric, at, descriptors } = reading;
  const own = changes.filter((one) => one.device === device && (one.metrics === null || one.metrics.includes(metric)));
  const touching = own.filter(({ from, to }) => from <= at && at < to);
  const ofKind = (kind: CorrectionKind) => touching.filter((one) => one.kind === kind);
  if (ofKind('void').length > 0) return null;
  const [shift] = ofKind('shift');
  const isReplaced = own.some((one) => {
    const by = getShiftMs(one);
    return by !== 0 && one.from + by <= at && at < one.to + by;
  });
  if (shift === undefined && isReplaced) return null;
  const [set] = ofKind('set').filter((one) => one.descriptors === descriptors);
  const [scale] = ofKind('scale');
  const levels = ofKind('replaced').filter((one) => one.descriptors === descriptors);
  const offset = levels.reduce((sum, { amount, lastLevel }) => sum + (lastLevel ?? 0) - (amount ?? 0), 0);
  const value = set?.amount ?? reading.value * (scale?.amount ?? 1);
  return {
    ...reading,
    at: at + (shift === undefined ? 0 : getShiftMs(shift)),
    metric: ofKind('exchange').length > 0 ? (exchangedMetrics.get(metric) ?? metric) : metric,
    value: value + offset,
  };
}

/**
 * Whether two corrections of one device exclude each other: of one kind, since each could not be undone by itself, or
 * where one of them takes readings out or moves them.
 */
export function doConflict(one: Omit<ReadingChange, 'device'>, other: Omit<ReadingChange, 'device'>): boolean {
  const isShared =
    one.metrics === null || other.metrics === null || one.metrics.some((metric) => other.metrics?.includes(metric));
  if (!isShared) return false;
  const levels = [one, other].filter(({ kind }) => kind === 'replaced').length;
  if (levels === 2) return one.from === other.from;
  if (levels === 1) return false;
  const isMoving = [one, other].some(({ kind }) => kind === 'void' || kind === 'shift');
  if (!isMoving && one.kind !== other.kind) return false;
  return listCorrectedSpans(one).some((span) =>
    listCorrectedSpans(other).some(({ from, to }) => from < span.to && span.from < to),
  );
}

export type PeriodProblem = 'empty' | 'long' | 'ahead';

/** Returns what is wrong with the period of a correction; null if nothing is. */
export function findPeriodProblem(
  { from, to, ...change }: Span & Partial<Pick<ReadingChange, 'kind' | 'amount'>>,
  now: Instant,
): PeriodProblem | null {
  const kind = change.kind ?? 'void';
  const last = kind === 'replaced' ? now : to;
  if (!(from < last)) return 'empty';
  if (last - from > maxCorrectedMs) return 'long';
  const spans = listCorrectedSpans({ from, to: last, kind, amount: change.amount ?? null });
  return spans.some((span) => span.to > now + maxCorrectedAheadMs) ? 'ahead' : null;
}
