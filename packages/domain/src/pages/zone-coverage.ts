import type { Instant, Span } from '../core/index.ts';
import type { Coverage } from '../numbers/index.ts';

/** Silence of one device as the API reports it. */
export interface SilentSpan {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  /** Number of silences merged into this one, and their total ms; by default one that fills the span. */
  readonly count?: number;
  readonly time?: number;
}

/** Coverage of some of a site's devices, computed from the whole site's silences. */
export interface PartCoverage {
  /** 0…1; null without devices or before the period begins. */
  readonly ratio: number | null;
  readonly deviceCount: number;
  readonly silentDevices: number;
  /** Number of these that are silent until the end. */
  readonly silentNow: number;
  /** Since when every device has been silent; null while any reports. */
  readonly offlineSince: number | null;
  /** The longest silence of any device. */
  readonly longestSilence: Span | null;
}

/**
 * Tolerance in ms within which a silence counts as ongoing: answers are polled every minute, so now is ahead of them.
 */
export const silenceTolerance = 150_000;

/** Weights all devices equally: a zone's doors mostly have the same age and interval. */
export function computePartCoverage(
  deviceIds: readonly number[],
  silent: readonly SilentSpan[],
  spans: readonly Span[],
  now: number,
): PartCoverage {
  const past = spans.map(({ from, to }) => ({ from, to: Math.min(to, now) })).filter(({ from, to }) => to > from);
  const length = past.reduce((sum, { from, to }) => sum + to - from, 0);
  const own = silent.filter((each) => deviceIds.includes(each.deviceId));
  const silence = own.reduce(
    (sum, each) => sum + past.reduce((inner, span) => inner + overlap(each, span), 0) * getSilentShare(each),
    0,
  );
  const silentDevices = new Set(own.map((each) => each.deviceId)).size;
  const end = past.at(-1)?.to ?? now;
  const atLeast = end < now ? end : now - silenceTolerance;
  const stillSilent = deviceIds.map(
    (id) => own.find((each) => each.deviceId === id && each.to >= atLeast && isSingleSilence(each))?.from ?? null,
  );
  const all = deviceIds.length > 0 && stillSilent.every((since): since is number => since !== null);
  return {
    ratio: deviceIds.length === 0 || length === 0 ? null : Math.max(0, 1 - silence / (deviceIds.length * length)),
    deviceCount: deviceIds.length,
    silentDevices,
    silentNow: stillSilent.filter((since) => since !== null).length,
    offlineSince: all ? Math.max(...(stillSilent as number[])) : null,
    longestSilence: own
      .filter(isSingleSilence)
      .reduce<Span | null>(
        (best, each) =>
          best === null || each.to - each.from > best.to - best.from ? { from: each.from, to: each.to } : best,
        null,
      ),
  };
}

/** Whether it is a single silence, not a merged one. */
export const isSingleSilence = ({ count = 1 }: SilentSpan): boolean => count === 1;

/** Share of its span that was silent. Where in the span is unknown for a merged one. */
export function getSilentShare({ from, to, time = to - from }: SilentSpan): number {
  return to === from ? 0 : time / (to - from);
}

function overlap(left: Span, right: Span): number {
  return Math.max(0, Math.min(left.to, right.to) - Math.max(left.from, right.from));
}

/**
 * Returns since when all sensors behind some answers have been silent. Null while any reports, or if none is expected.
 */
export function findSilentSince(coverages: readonly Coverage[]): Instant | null {
  const expected = coverages.flatMap(({ sites = [] }) => sites).filter(({ ratio }) => ratio !== null);
  const since = expected.map(({ silentSince }) => silentSince);
  return since.length > 0 && since.every((at) => at !== null) ? Math.max(...since) : null;
}
