import { type Clock, type Failure, ok, type Result } from '@atrium/domain/core';
import type { FieldMap } from '@atrium/domain/devices';
import type { Ingestion } from '../../measurements/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { interpretStored, toReadings } from '../kept/interpret-stored.ts';
import { packetsStore } from '../kept/packets.store.ts';
import { type Sender, sendersStore } from '../kept/senders.store.ts';

export interface ReplayDependencies {
  readonly db: Database;
  readonly ingestion: Pick<Ingestion, 'ingestReadings'>;
  readonly clock: Clock;
}

const readingsAtOnce = 5_000;

/**
 * Ingests all stored packets of a device as readings, as they are understood now. Unchanged readings have no effect;
 * different values are corrections. Resolves once they are on disk. After OVERLOADED, the replay is still due.
 */
export async function replay(
  { db, ingestion, clock }: ReplayDependencies,
  scope: Scope,
  sender: Sender,
  maps: readonly FieldMap[],
): Promise<Result<number, Failure>> {
  const stored = await packetsStore(db).newest(sender, Number.MAX_SAFE_INTEGER);
  const readings = toReadings(sender.serial, await interpretStored(db, sender, stored, maps));
  let told = 0;
  for (let start = 0; start < readings.length; start += readingsAtOnce) {
    const part = readings.slice(start, start + readingsAtOnce);
    const ingested = await ingestion.ingestReadings(scope, null, part, clock.now());
    if (!ingested.ok) return ingested;
    told += part.length - ingested.value.rejected.length;
  }
  await sendersStore(db).change(scope, sender.id, { toReplay: false });
  return ok(told);
}
