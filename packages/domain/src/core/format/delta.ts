import { dash, formatSigned } from './number.ts';

/** Which way is good; `none` for metrics without a good side (a longer visit is neither). */
export type GoodSide = 'up' | 'down' | 'none';

export interface Delta {
  /** In percent, or in points for metrics that are percentages themselves. */
  readonly change: number;
  readonly points: boolean;
  readonly direction: 'up' | 'down' | 'flat';
  readonly tone: 'good' | 'bad' | 'neutral';
}

/** Below this a relative change is noise, and colour would claim it is news. */
const noisePercent = 3;

/**
 * The change of a value against what is usual; null where either is unknown or a relative change has no base.
 * Points carry no noise band: a rate that moves by 0.4 pt is already a change of rates, not of crowds.
 */
export function deltaOf(
  value: number | null,
  usual: number | null,
  of: { readonly points: boolean; readonly goodSide: GoodSide; readonly decimals: number },
): Delta | null {
  if (value === null || usual === null || !Number.isFinite(value) || !Number.isFinite(usual)) return null;
  if (!of.points && usual === 0) return null;
  const change = of.points ? value - usual : ((value - usual) / Math.abs(usual)) * 100;
  const shown = Math.round(change * 10 ** of.decimals);
  const direction = shown > 0 ? 'up' : shown < 0 ? 'down' : 'flat';
  const quiet = of.goodSide === 'none' || direction === 'flat' || (!of.points && Math.abs(change) < noisePercent);
  return { change, points: of.points, direction, tone: quiet ? 'neutral' : direction === of.goodSide ? 'good' : 'bad' };
}

/** `+11.8 %` or `+1.32 pt`; a dash for no delta. `pt` is the reader's word for points. */
export function formatDelta(
  delta: Delta | null,
  format: { readonly locale: string; readonly decimals: number; readonly pt: string },
): string {
  if (!delta) return dash;
  return `${formatSigned(delta.change, format)}\u202f${delta.points ? format.pt : '%'}`;
}
