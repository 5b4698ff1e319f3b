import { findMetric } from '../../numbers/index.ts';
import type { Widget } from '../definitions/index.ts';

export interface Threshold {
  readonly value: number;
  readonly label: string | null;
  readonly color: string | null;
}

export interface ColorRange {
  /** Inclusive; null is open. */
  readonly lower: number | null;
  /** Exclusive; null is open. */
  readonly upper: number | null;
  readonly color: string;
  readonly label: string | null;
}

/** The configuration shared by all types, with defaults. */
export interface WidgetSettings {
  readonly hideUnit: boolean;
  readonly useCustomFormatter: boolean;
  /** One chart per metric. */
  readonly isMultiChart: boolean;
  /** By metric or series label. */
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
  /** The only metric that the ranges color; null for all. */
  readonly colorimetryOf: string | null;
  readonly tooltipFormatter: string | null;
  readonly legendFormatter: string | null;
  readonly axisFormatter: string | null;
  readonly rowFormatter: string | null;
}

export function getWidgetSettings({ configuration = {}, colorimetryConfig }: Widget): WidgetSettings {
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
    colorimetry: toColorRanges(colorimetryConfig?.colorimetry),
    colorimetryOf: findMetric(colorimetryConfig?.type ?? '')?.id ?? null,
    tooltipFormatter: configuration.tooltipFormatter ?? null,
    legendFormatter: configuration.legendFormatter ?? null,
    axisFormatter: configuration.axisFormatter ?? null,
    rowFormatter: configuration.rowFormatter ?? null,
  };
}

/** Returns the color ranges of a metric. */
export function getColorRanges({ colorimetry, colorimetryOf }: WidgetSettings, metric: string): readonly ColorRange[] {
  return colorimetryOf === null || colorimetryOf === metric ? colorimetry : [];
}

type StoredRanges = NonNullable<NonNullable<Widget['colorimetryConfig']>['colorimetry']>;

export function toColorRanges(stored: StoredRanges | undefined): readonly ColorRange[] {
  return (stored ?? []).map(({ lower = null, upper = null, color, label = null }) => ({ lower, upper, color, label }));
}

/** G10: returns the range with lower ≤ value < upper; null if there is none, which is the author's mistake. */
export function findColorRange(value: number, ranges: readonly ColorRange[]): ColorRange | null {
  return (
    ranges.find(({ lower, upper }) => (lower === null || lower <= value) && (upper === null || value < upper)) ?? null
  );
}

/** A stored definition as JSON. */
export type Stored = Readonly<Record<string, unknown>>;
