import type { Instant, Span } from '../core/index.ts';

/** Silence of one device as the API reports it. */
export interface SilentSpan {
  readonly deviceId: number;
  /** Name of the device; absent if unknown. */
  readonly name?: string;
  readonly from: number;
  readonly to: number;
  /** Number of silences merged into this one, and their total ms; by default one that fills the span. */
  readonly count?: number;
  readonly time?: number;
}

/**
 * Tolerance in ms within which a silence counts as ongoing: answers are polled every minute, so now is ahead of them.
 */
export const silenceTolerance = 150_000;

/** Whether it is a single silence, not a merged one. */
export const isSingleSilence = ({ count = 1 }: SilentSpan): boolean => count === 1;

/** Share of its span that was silent. Where in the span is unknown for a merged one. */
export function getSilentShare({ from, to, time = to - from }: SilentSpan): number {
  return to === from ? 0 : time / (to - from);
}

/** A silence of one or more devices over the same time. */
export interface JointSilence extends Span {
  readonly deviceIds: readonly number[];
  /** In the order of `deviceIds`; null where unknown. */
  readonly names: readonly (string | null)[];
  /** Whether it still goes on. */
  readonly isOngoing: boolean;
  /** Whether there is no other silence. */
  readonly isOnly: boolean;
}

/**
 * Returns the silence that a caption names: one that goes on before one that is over, then the one with the greatest
 * loss. Devices silent over the same time count together. Null if there is none, or only merged ones.
 */
export function findWorstSilence(silent: readonly SilentSpan[], now: Instant): JointSilence | null {
  const isOngoing = ({ to }: Span) => to >= now - silenceTolerance;
  // The ends of ongoing silences differ by the devices' intervals.
  const together = Map.groupBy(silent.filter(isSingleSilence), (each) =>
    isOngoing(each) ? `${each.from}/` : `${each.from}/${each.to}`,
  );
  const groups = [...together.values()].map((all): JointSilence => {
    const { from } = all[0] as SilentSpan;
    // A sensor of several metrics is silent for each of them.
    const devices = new Map(all.map(({ deviceId, name = '' }) => [deviceId, name === '' ? null : name]));
    return {
      from,
      to: Math.max(...all.map(({ to }) => to)),
      deviceIds: [...devices.keys()],
      names: [...devices.values()],
      isOngoing: all.every(isOngoing),
      isOnly: all.length === silent.length,
    };
  });
  const loss = ({ from, to, deviceIds }: JointSilence) => (to - from) * deviceIds.length;
  const [worst] = groups.toSorted(
    (left, right) => Number(right.isOngoing) - Number(left.isOngoing) || loss(right) - loss(left),
  );
  return worst ?? null;
}
