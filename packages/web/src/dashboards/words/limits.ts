import {
  type ColorRange,
  colorRangeOf,
  type Reach,
  rangesFor,
  shareOfReach,
  type WidgetSettings,
  zeroOfReach,
} from '@atrium/domain/dashboards/widgets';
import { note } from '../../ui/note.ts';

/** Where thresholds lie on a track; those beyond it, and one at its very start, are left out. */
export function limitsOf({ thresholds }: WidgetSettings, reach: Reach) {
  return thresholds
    .filter(({ value }) => value > reach.low && value <= reach.high && value !== 0)
    .map(({ value, color, label }) => ({ share: zeroOfReach(reach) + shareOfReach(value, reach), color, label }));
}

/** The colour a value has of its own: its range's, else that of the highest threshold it has reached. */
export function toneOf(value: number | null, metric: string, settings: WidgetSettings): string | null {
  if (value === null) return null;
  const { thresholds } = settings;
  const range = notedRange(value, metric, rangesFor(settings, metric));
  if (range) return range.color;
  const reached = thresholds.filter((threshold) => threshold.value <= value);
  return reached.toSorted((one, other) => other.value - one.value)[0]?.color ?? null;
}

/** G10: the range of a value; one that lies in none of them is the writer's mistake, of which nobody else is told. */
export function notedRange(value: number, metric: string, ranges: readonly ColorRange[]): ColorRange | null {
  const range = colorRangeOf(value, ranges);
  if (range === null && ranges.length > 0) note(`Colorimetry of ${metric}: no range holds ${value}.`);
  return range;
}
