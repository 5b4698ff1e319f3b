import type { Instant } from '@atrium/domain/core';
import type { Timeline } from '../../plan/timeline.ts';
import type { DeviceReporting } from '../reporting/reporting.ts';

/** Device reporting, and the time from the start of the balance to now in pieces within which it is constant. */
export interface StateScan {
  readonly devices: ReadonlyMap<number, DeviceReporting>;
  readonly pieces: Timeline;
  readonly resets: readonly Instant[];
}
