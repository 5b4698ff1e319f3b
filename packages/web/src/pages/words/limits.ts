import {
  type ColorRange,
  findColorRange,
  getColorRanges,
  getReachZero,
  type Reach,
  toReachShare,
  type WidgetSettings,
} from '@atrium/domain/pages/widgets';
import { logOnce } from '../../ui/log-once.ts';

/** Returns the positions of thresholds on a track. Omits those beyond it and those at 0. */
export function positionThresholds({ thresholds }: WidgetSettings, reach: Reach) {
  return thresholds
    .filter(({ value }) => value > reach.low && value <= reach.high && value !== 0)
    .map(({ value, color, label }) => ({ share: getReachZero(reach) + toReachShare(value, reach), color, label }));
}

/**
 * Returns the color of a value: that of its range, else that of the highest threshold it reaches. Null if none applies.
 */
export function getValueColor(value: number | null, metric: string, settings: WidgetSettings): string | null {
  if (value === null) return null;
  const { thresholds } = settings;
  const range = findRangeOrWarn(value, metric, getColorRanges(settings, metric));
  if (range) return range.color;
  const reached = thresholds.filter((threshold) => threshold.value <= value);
  return reached.toSorted((one, other) => other.value - one.value)[0]?.color ?? null;
}

/** G10: returns the range of a value. A value outside all ranges is the author's mistake and is only logged. */
export function findRangeOrWarn(value: number, metric: string, ranges: readonly ColorRange[]): ColorRange | null {
  const range = findColorRange(value, ranges);
  if (range === null && ranges.length > 0) logOnce(`Colorimetry of ${metric}: no range holds ${value}.`);
  return range;
}
