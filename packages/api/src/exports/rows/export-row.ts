import type { Instant } from '@atrium/domain/core';
import type { ExportPlace } from '@atrium/domain/exports';

/**
 * Completeness of a row. `partial`: for a part of its time, or without some sensors; `missing`: no data despite open
 * hours; `closed`: the site was closed throughout.
 */
export type RowState = 'complete' | 'partial' | 'missing' | 'closed';

/** Values of one place in one bucket of the site's time. */
export interface ExportRow {
  readonly at: Instant;
  /** Local start with its offset, like the labels of answers. */
  readonly label: string;
  readonly place: ExportPlace;
  /** In the order of the metrics. Null: unknown. */
  readonly values: readonly (number | null)[];
  readonly state: RowState;
}
