import type { Instant } from '@atrium/domain/core';
import type { Timeline } from '../../plan/timeline.ts';
import type { DeviceReporting } from '../reporting/reporting.ts';

/** Who reported when, and the time from the start of the balance to now in pieces within which none of it changes. */
export interface StateScan {
  readonly devices: ReadonlyMap<number, DeviceReporting>;
  readonly pieces: Timeline;
  readonly resets: readonly Instant[];
}
