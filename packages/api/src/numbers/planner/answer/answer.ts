import type { ComparisonCoverage, Coverage, DescriptorKey, LabelledValue } from '@atrium/domain/numbers';

/** Answer of one query. */
export interface Answer {
  readonly metric: string;
  readonly unit: string;
  readonly data: readonly LabelledValue[];
  /**
   * Values of the compared range under the labels of `data`, over the intervals known on both sides. Null without a
   * comparison.
   */
  readonly comparison: readonly LabelledValue[] | null;
  /** Change in % over the intervals known on both sides, under the same labels. Null without a comparison. */
  readonly evolution: readonly LabelledValue[] | null;
  /** Share that could be compared. Null without a comparison. */
  readonly comparisonCoverage: ComparisonCoverage | null;
  /**
   * Seconds of the innermost grouping by date or hour of the day; null without one. Coarser than requested when sensors
   * report less often.
   */
  readonly granularity: number | null;
  readonly coverage: Coverage;
  /** Requested descriptors that no sensor ever reported. Their values are unknown. */
  readonly notTold: readonly DescriptorKey[];
}
