import { dash, formatSigned } from './number.ts';

/** The good direction. `none` for metrics without one, such as the length of a visit. */
export type GoodSide = 'up' | 'down' | 'none';

export interface Delta {
  /** In percent, in points for metrics that are percentages themselves, or in people if there are few. */
  readonly change: number;
  readonly points: boolean;
  readonly people: boolean;
  readonly direction: 'up' | 'down' | 'flat';
  readonly tone: 'good' | 'bad' | 'neutral';
}

/** Relative changes below this are noise and get no colour. */
const noisePercent = 3;

/** Below this many people on either side, a percentage is misleading. */
export const minPeopleForPercent = 30;

/** Whether either side has too few people for a percentage. */
export const hasFewPeople = (value: number | null, usual: number | null): boolean =>
  value !== null && usual !== null && Math.min(value, usual) < minPeopleForPercent;

/**
 * Returns the change of a value against the usual one. Null if either is unknown, or if a relative change has no base.
 * Points have no noise threshold, since even 0.4 pt is a real change of a rate.
 */
export function computeDelta(
  value: number | null,
  usual: number | null,
  of: {
    readonly points: boolean;
    readonly goodSide: GoodSide;
    readonly decimals: number;
    /** Whether the metric counts people, so that small changes are shown as people. */
    readonly people?: boolean;
  },
): Delta | null {
  if (value === null || usual === null || !Number.isFinite(value) || !Number.isFinite(usual)) return null;
  const people = of.people === true && hasFewPeople(value, usual);
  if (!of.points && !people && usual === 0) return null;
  // Two zeros cannot be compared.
  if (people && value === 0 && usual === 0) return null;
  const change = of.points || people ? value - usual : ((value - usual) / Math.abs(usual)) * 100;
  // A change that rounds to 0 people counts as no change, whatever its percentage.
  const isNobody = of.people === true && Math.round(value - usual) === 0;
  const shown = isNobody ? 0 : Math.round(change * 10 ** (people ? 0 : of.decimals));
  const direction = shown > 0 ? 'up' : shown < 0 ? 'down' : 'flat';
  const quiet =
    of.goodSide === 'none' ||
    direction === 'flat' ||
    (!of.points && Math.abs(value - usual) * 100 < noisePercent * Math.abs(usual));
  const tone = quiet ? 'neutral' : direction === of.goodSide ? 'good' : 'bad';
  return { change, points: of.points, people, direction, tone };
}

/** Formats `+11.8 %` or `+1.32 pt`, and a dash for null. `pt` is the reader's word for points. */
export function formatDelta(
  delta: Delta | null,
  format: { readonly locale: string; readonly decimals: number; readonly pt: string },
): string {
  if (!delta) return dash;
  return `${formatSigned(delta.change, format)}\u202f${delta.points ? format.pt : '%'}`;
}
