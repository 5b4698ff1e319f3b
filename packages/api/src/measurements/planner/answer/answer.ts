import type { ComparisonCoverage, Coverage, DescriptorKey, LabelledValue } from '@atrium/domain/measurements';

/** The numbers of one query. */
export interface Answer {
  readonly metric: string;
  readonly unit: string;
  readonly data: readonly LabelledValue[];
  /** The compared range under the labels of `data`, over the intervals known on both sides; null unless asked for. */
  readonly comparison: readonly LabelledValue[] | null;
  /** Change in % over the intervals known on both sides, under the same labels; null unless a comparison is asked for. */
  readonly evolution: readonly LabelledValue[] | null;
  /** How much could be compared; null unless a comparison is asked for. */
  readonly comparisonCoverage: ComparisonCoverage | null;
  /**
   * Seconds of the innermost grouping by date or hour of the day as answered (coarser than asked where sensors report
   * more rarely), else null.
   */
  readonly granularity: number | null;
  readonly coverage: Coverage;
  /** The descriptors asked for that none of the sensors ever told: then nothing of it is known. */
  readonly notTold: readonly DescriptorKey[];
}
