import type { Span } from '../core/index.ts';

/** Silence of one device as the API reports it. */
export interface SilentSpan {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
  /** How many silences are told as this one, and ms of silence in it; one, all of it where nothing is said. */
  readonly count?: number;
  readonly time?: number;
}

/** How completely some of a site's devices reported, worked out from the whole site's silent spans. */
export interface PartCoverage {
  /** 0…1; null without devices or before the time has begun. */
  readonly ratio: number | null;
  readonly deviceCount: number;
  readonly silentDevices: number;
  /** Of those, the ones silent to the end. */
  readonly silentNow: number;
  /** Since when every device has been silent; null while any of them reports. */
  readonly offlineSince: number | null;
  /** The longest stretch in which somebody was silent. */
  readonly longestSilence: Span | null;
}

/** ms for which the silence of an answer goes on: it is asked again every minute, and its reader's clock runs ahead of it. */
export const justNow = 150_000;

/** Devices are weighted equally over the same spans: a zone's doors mostly have one age and one interval. */
export function coverageOf(
  deviceIds: readonly number[],
  silent: readonly SilentSpan[],
  spans: readonly Span[],
  now: number,
): PartCoverage {
  const past = spans.map(({ from, to }) => ({ from, to: Math.min(to, now) })).filter(({ from, to }) => to > from);
  const length = past.reduce((sum, { from, to }) => sum + to - from, 0);
  const own = silent.filter((each) => deviceIds.includes(each.deviceId));
  const silence = own.reduce(
    (sum, each) => sum + past.reduce((inner, span) => inner + overlap(each, span), 0) * silentShare(each),
    0,
  );
  const silentDevices = new Set(own.map((each) => each.deviceId)).size;
  const end = past.at(-1)?.to ?? now;
  const atLeast = end < now ? end : now - justNow;
  const stillSilent = deviceIds.map(
    (id) => own.find((each) => each.deviceId === id && each.to >= atLeast && isOne(each))?.from ?? null,
  );
  const all = deviceIds.length > 0 && stillSilent.every((since): since is number => since !== null);
  return {
    ratio: deviceIds.length === 0 || length === 0 ? null : Math.max(0, 1 - silence / (deviceIds.length * length)),
    deviceCount: deviceIds.length,
    silentDevices,
    silentNow: stillSilent.filter((since) => since !== null).length,
    offlineSince: all ? Math.max(...(stillSilent as number[])) : null,
    longestSilence: own
      .filter(isOne)
      .reduce<Span | null>(
        (best, each) =>
          best === null || each.to - each.from > best.to - best.from ? { from: each.from, to: each.to } : best,
        null,
      ),
  };
}

/** Whether it is a silence by itself. */
export const isOne = ({ count = 1 }: SilentSpan): boolean => count === 1;

/** How much of its time was silent: of several told as one nobody knows when. */
export function silentShare({ from, to, time = to - from }: SilentSpan): number {
  return to === from ? 0 : time / (to - from);
}

function overlap(left: Span, right: Span): number {
  return Math.max(0, Math.min(left.to, right.to) - Math.max(left.from, right.from));
}
