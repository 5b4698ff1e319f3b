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

/** Below this many people on either side, a percentage is misleading. */
export const minPeopleForPercent = 30;

/** Whether either side has too few people for a percentage. */
export const hasFewPeople = (value: number | null, usual: number | null): boolean =>
  value !== null && usual !== null && Math.min(value, usual) < minPeopleForPercent;

/** Formats `+11.8 %` or `+1.32 pt`, and a dash for null. `pt` is the reader's word for points. */
export function formatDelta(
  delta: Delta | null,
  format: { readonly locale: string; readonly decimals: number; readonly pt: string },
): string {
  if (!delta) return dash;
  return `${formatSigned(delta.change, format)}\u202f${delta.points ? format.pt : '%'}`;
}
