import type { Registry } from 'prom-client';
import { measureStored } from '../../platform/telemetry/stored-metrics.ts';
import type { Rollups } from './rollups.ts';

/** Exports the number of days waiting to be rolled up. */
export function measureRollups(rollups: Pick<Rollups, 'daysWaiting'>, registry: Registry): void {
  measureStored(registry, {
    name: 'atrium_rollup_days_waiting',
    help: 'Days of sites that ended and have no rollup yet',
    read: async () => [{ value: await rollups.daysWaiting() }],
  });
}
