import type { Instant, Span } from '../core/index.ts';
import type { Coverage } from '../numbers/index.ts';
import {
  findWorstSilence,
  getSilentShare,
  isSingleSilence,
  type JointSilence,
  type SilentSpan,
  silenceTolerance,
} from './silence.ts';

/** Coverage of some of a site's devices, computed from the whole site's silences. */
export interface PartCoverage {
  /** 0…1; null without devices or before the period begins. */
  readonly ratio: number | null;
  readonly deviceCount: number;
  readonly silentDevices: number;
  /** Number of these that are silent until the end. */
  readonly silentNow: number;
  /** Those, and since when. */
  readonly silentSensors: readonly { readonly deviceId: number; readonly since: number }[];
  /** Since when every device has been silent; null while any reports. */
  readonly offlineSince: number | null;
  /** The silence to name. */
  readonly silence: JointSilence | null;
}

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
    silentSensors: deviceIds.flatMap((deviceId, index) => {
      const since = stillSilent[index] ?? null;
      return since === null ? [] : [{ deviceId, since }];
    }),
    offlineSince: all ? Math.max(...(stillSilent as number[])) : null,
    silence: findWorstSilence(own, now),
  };
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
