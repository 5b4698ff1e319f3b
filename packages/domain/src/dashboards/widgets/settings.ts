import { findMetric } from '../../measurements/index.ts';
import type { Widget } from '../definitions/index.ts';

export interface Threshold {
  readonly value: number;
  readonly label: string | null;
  readonly color: string | null;
}

export interface ColorRange {
  /** Included; null is open. */
  readonly lower: number | null;
  /** Excluded; null is open. */
  readonly upper: number | null;
  readonly color: string;
  readonly label: string | null;
}

/** The configuration that all types share, with every default filled in. */
export interface WidgetSettings {
  readonly hideUnit: boolean;
  readonly useCustomFormatter: boolean;
  /** A chart for each metric instead of one for all. */
  readonly isMultiChart: boolean;
  /** By metric or by label of a series. */
  readonly colors: Readonly<Record<string, string>>;
  readonly genderColors: Readonly<Record<string, string>>;
  readonly avoidMergingYAxis: boolean;
  readonly stacked: boolean;
  readonly isPercentage: boolean;
  readonly thresholds: readonly Threshold[];
  readonly showMinMaxLabel: boolean;
  readonly showLegend: boolean;
  readonly halfCircle: boolean;
  readonly isParallelCoordinates: boolean;
  readonly isBlockTitleVisible: boolean;
  readonly colorimetry: readonly ColorRange[];
  /** The one metric whose values the ranges colour; null where they are for all. */
  readonly colorimetryOf: string | null;
  readonly tooltipFormatter: string | null;
  readonly legendFormatter: string | null;
  readonly axisFormatter: string | null;
  readonly rowFormatter: string | null;
}

export function settingsOf({ configuration = {}, colorimetryConfig }: Widget): WidgetSettings {
  return {
    hideUnit: configuration.hideUnit ?? false,
    useCustomFormatter: configuration.useCustomFormatter ?? false,
    isMultiChart: configuration.isMultiChart ?? false,
    colors: configuration.colors ?? {},
    genderColors: (configuration.genderColors ?? {}) as Readonly<Record<string, string>>,
    avoidMergingYAxis: configuration.avoidMergingYAxis ?? false,
    stacked: configuration.stacked ?? false,
    isPercentage: configuration.isPercentage ?? false,
    thresholds: (configuration.thresholds ?? []).map(({ value, label, color }) => ({
      value,
      label: label ?? null,
      color: color ?? null,
    })),
    showMinMaxLabel: configuration.showMinMaxLabel ?? false,
    showLegend: configuration.showLegend ?? true,
    halfCircle: configuration.halfCircle ?? false,
    isParallelCoordinates: configuration.isParallelCoordinates ?? false,
    isBlockTitleVisible: configuration.isBlockTitleVisible ?? true,
    colorimetry: rangesOf(colorimetryConfig?.colorimetry),
    colorimetryOf: findMetric(colorimetryConfig?.type ?? '')?.id ?? null,
    tooltipFormatter: configuration.tooltipFormatter ?? null,
    legendFormatter: configuration.legendFormatter ?? null,
    axisFormatter: configuration.axisFormatter ?? null,
    rowFormatter: configuration.rowFormatter ?? null,
  };
}

/** The ranges for the values of a metric. */
export function rangesFor({ colorimetry, colorimetryOf }: WidgetSettings, metric: string): readonly ColorRange[] {
  return colorimetryOf === null || colorimetryOf === metric ? colorimetry : [];
}

type StoredRanges = NonNullable<NonNullable<Widget['colorimetryConfig']>['colorimetry']>;

export function rangesOf(stored: StoredRanges | undefined): readonly ColorRange[] {
  return (stored ?? []).map(({ lower = null, upper = null, color, label = null }) => ({ lower, upper, color, label }));
}

/** G10: the range with lower ≤ value < upper; null when there is none, which is the writer's mistake. */
export function colorRangeOf(value: number, ranges: readonly ColorRange[]): ColorRange | null {
  return (
    ranges.find(({ lower, upper }) => (lower === null || lower <= value) && (upper === null || value < upper)) ?? null
  );
}
