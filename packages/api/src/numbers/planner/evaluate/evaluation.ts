import type { Instant } from '@atrium/domain/core';
import type { Cell, DescriptorFilter, DescriptorKey, MeasurementSettings } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { SiteSelection } from '../plan/scoped-query.ts';
import type { Source } from '../plan/sources.ts';
import type { Timeline } from '../plan/timeline.ts';
import type { Scanner } from '../read/scanner.ts';
import type { SalesOfSite } from './counts/sales-reader.ts';
import type { SetPointReader } from './presence/set-point-reader.ts';
import type { DeviceReporting } from './reporting/reporting.ts';

/** Input for evaluating one side of a metric at one site. */
export interface Evaluation {
  readonly scanner: Scanner;
  readonly sales: SalesOfSite;
  readonly corrections: SetPointReader;
  readonly settings: MeasurementSettings;
  readonly now: Instant;
  readonly topology: Topology;
  readonly timeline: Timeline;
  readonly series: readonly SeriesInput[];
  /** Descriptors to group by, in the order in which their values are joined. */
  readonly splits: readonly DescriptorKey[];
  readonly descriptors: readonly DescriptorFilter[];
  readonly withValues: boolean;
}

/** Area, passage or device whose numbers are queried. */
export interface SeriesInput {
  readonly selection: SiteSelection;
  readonly sources: readonly Source[];
}

/** One cell per bucket for each series, by split. '' stands for any split that never occurred, or for the total. */
export interface Evaluated {
  readonly cells: readonly ReadonlyMap<string, readonly Cell[]>[];
  readonly devices: ReadonlyMap<number, DeviceReporting>;
  /** Requested descriptors that a series' sensors never reported. Absent when no descriptors are involved. */
  readonly notTold?: readonly (readonly DescriptorKey[] | null)[];
}
