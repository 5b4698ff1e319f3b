import { dash, formatSigned } from './number.ts';

/** Which way is good; `none` for metrics without a good side (a longer visit is neither). */
export type GoodSide = 'up' | 'down' | 'none';

export interface Delta {
  /** In percent, in points for metrics that are percentages themselves, or in people where these are few. */
  readonly change: number;
  readonly points: boolean;
  readonly people: boolean;
  readonly direction: 'up' | 'down' | 'flat';
  readonly tone: 'good' | 'bad' | 'neutral';
}

/** Below this a relative change is noise, and colour would claim it is news. */
const noisePercent = 3;

/** Below this many people on either side a percentage says more than they do. */
export const fewPeople = 30;

/** Whether either side is of so few people that a share of them says nothing of how they changed. */
export const isOfFew = (value: number | null, usual: number | null): boolean =>
  value !== null && usual !== null && Math.min(value, usual) < fewPeople;

/**
 * The change of a value against what is usual; null where either is unknown or a relative change has no base.
 * Points carry no noise band: a rate that moves by 0.4 pt is already a change of rates, not of crowds.
 */
export function deltaOf(
  value: number | null,
  usual: number | null,
  of: {
    readonly points: boolean;
    readonly goodSide: GoodSide;
    readonly decimals: number;
    /** Whether it counts people, of whom few are told one by one. */
    readonly people?: boolean;
  },
): Delta | null {
  if (value === null || usual === null || !Number.isFinite(value) || !Number.isFinite(usual)) return null;
  const people = of.people === true && isOfFew(value, usual);
  if (!of.points && !people && usual === 0) return null;
  // Nobody then and nobody now is nothing to compare.
  if (people && value === 0 && usual === 0) return null;
  const change = of.points || people ? value - usual : ((value - usual) / Math.abs(usual)) * 100;
  // Less than one person is no change, whatever its share of few hundred.
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

/** `+11.8 %` or `+1.32 pt`; a dash for no delta. `pt` is the reader's word for points. */
export function formatDelta(
  delta: Delta | null,
  format: { readonly locale: string; readonly decimals: number; readonly pt: string },
): string {
  if (!delta) return dash;
  return `${formatSigned(delta.change, format)}\u202f${delta.points ? format.pt : '%'}`;
}
