import type { OrganizationId } from '@atrium/domain/core';
import type { QuestionReader } from '../../../platform/analytics-store.ts';
import type { DayLedger } from '../../rollups/index.ts';
import { keepDeviceActivity } from './activity/device-activity.ts';
import { rolledScanner } from './rolled-scanner.ts';
import { rawScanner, type Scanner } from './scanner.ts';
import { type KeptDescriptors, keepToldDescriptors } from './told/told-descriptors.ts';

export interface ReadDependencies {
  /** Which days the rollups hold; without, every answer is read from the readings. */
  readonly ledger?: DayLedger;
  /** What sensors ever told; asked anew where nothing is said. */
  readonly told?: KeptDescriptors;
}

/** Reads for one question: rollups where there are any, else readings. */
export function scanners({
  ledger,
  told,
}: ReadDependencies): (reader: QuestionReader, organization: OrganizationId) => Scanner {
  if (ledger === undefined) return rawScanner;
  const deviceActivity = keepDeviceActivity(ledger);
  const toldDescriptors = told ?? keepToldDescriptors(ledger);
  return (reader, organization) => rolledScanner(reader, organization, ledger, deviceActivity, toldDescriptors);
}
