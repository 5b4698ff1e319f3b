import type { OrganizationId } from '@atrium/domain/core';
import type { QuestionReader } from '../../../platform/analytics-store.ts';
import type { OpenDays } from '../../open-days/index.ts';
import type { DayLedger } from '../../rollups/index.ts';
import { keepDeviceActivity } from './activity/device-activity.ts';
import { keepReads } from './kept/kept-reads.ts';
import { openScanner } from './open/open-scanner.ts';
import { rolledScanner } from './rolled-scanner.ts';
import { rawScanner, type Scanner } from './scanner.ts';
import { type KeptDescriptors, keepToldDescriptors } from './told/told-descriptors.ts';

export interface ReadDependencies {
  /** Which days the rollups hold; without, every answer is read from the readings. */
  readonly ledger?: DayLedger;
  /** The readings of open days in memory, by the same ledger; without, they are read from the store. */
  readonly openDays?: OpenDays | undefined;
  /** What sensors ever told; asked anew where nothing is said. */
  readonly told?: KeptDescriptors;
}

/** Reads for one question: from memory what is held there, else rollups where there are any, else readings. */
export function scanners({
  ledger,
  openDays,
  told,
}: ReadDependencies): (reader: QuestionReader, organization: OrganizationId) => Scanner {
  if (ledger === undefined) return rawScanner;
  const remembered = {
    deviceActivity: keepDeviceActivity(ledger),
    toldDescriptors: told ?? keepToldDescriptors(ledger, openDays),
    kept: keepReads(ledger),
  };
  return (reader, organization) => {
    const rolled = rolledScanner(reader, organization, ledger, remembered);
    return openDays === undefined ? rolled : openScanner(rolled, openDays, organization);
  };
}
