import type { Instant } from '@atrium/domain/core';
import type { ExportPlace } from '@atrium/domain/exports';

/**
 * How much of a row is known. `partial`: of a part of its time, or not by all of its sensors; `missing`: sensors should
 * have told and did not; `closed`: the site was not open at all in it.
 */
export type RowState = 'complete' | 'partial' | 'missing' | 'closed';

/** The numbers of one place in one bucket of the site's time. */
export interface ExportRow {
  readonly at: Instant;
  /** Its local begin with its offset, as answers label it. */
  readonly label: string;
  readonly place: ExportPlace;
  /** In the order of the metrics; null where nothing is known. */
  readonly values: readonly (number | null)[];
  readonly state: RowState;
}
