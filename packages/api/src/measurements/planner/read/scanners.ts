import type { OrganizationId } from '@atrium/domain/core';
import type { QuestionReader } from '../../../platform/analytics-store.ts';
import type { OpenDays } from '../../open-days/index.ts';
import type { DayLedger } from '../../rollups/index.ts';
import { keepDeviceActivity } from './activity/device-activity.ts';
import { keepReads } from './kept/kept-reads.ts';
import { openScanner } from './open/open-scanner.ts';
import { type Remembered, rolledScanner } from './rolled-scanner.ts';
import { rawScanner, type Scanner } from './scanner.ts';
import { type KeptDescriptors, keepToldDescriptors } from './told/told-descriptors.ts';

export interface ReadDependencies {
  /** Which days the rollups hold; without, every answer is read from the readings. */
  readonly ledger?: DayLedger;
  /** The readings of open days in memory, by the same ledger; without, they are read from the store. */
  readonly openDays?: OpenDays | undefined;
  /** What sensors ever told; asked anew where nothing is said. */
  readonly told?: KeptDescriptors;
  /** What was read before and still holds; its own where nothing is said. */
  readonly remembered?: Remembered;
}

/** Reads for one question: from memory what is held there, else rollups where there are any, else readings. */
export function scanners({
  ledger,
  openDays,
  told,
  remembered,
}: ReadDependencies): (reader: QuestionReader, organization: OrganizationId) => Scanner {
  if (ledger === undefined) return rawScanner;
  const known = remembered ?? rememberReads(ledger, told ?? keepToldDescriptors(ledger, openDays));
  return (reader, organization) => {
    const rolled = rolledScanner(reader, organization, ledger, known);
    return openDays === undefined ? rolled : openScanner(rolled, openDays, organization);
  };
}

/** Remembers what is read of days that are over, for as long as nobody writes to them. */
export const rememberReads = (ledger: DayLedger, toldDescriptors: KeptDescriptors): Remembered => ({
  deviceActivity: keepDeviceActivity(ledger),
  toldDescriptors,
  kept: keepReads(ledger),
});
