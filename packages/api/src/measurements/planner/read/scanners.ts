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
  /** Days that rollups cover; without it, every answer is read from readings. */
  readonly ledger?: DayLedger;
  /** Recent readings in memory, based on the same ledger; without it, they are read from the store. */
  readonly openDays?: OpenDays | undefined;
  /** Descriptor catalog; read anew by default. */
  readonly told?: KeptDescriptors;
  /** Caches of earlier reads; its own by default. */
  readonly remembered?: Remembered;
}

/** Creates the scanner of one query: reads memory first, then rollups, then readings. */
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

/** Creates the caches of reads of past days, invalidated by writes. */
export const rememberReads = (ledger: DayLedger, toldDescriptors: KeptDescriptors): Remembered => ({
  deviceActivity: keepDeviceActivity(ledger),
  toldDescriptors,
  kept: keepReads(ledger),
});
