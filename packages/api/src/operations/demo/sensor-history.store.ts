import type { Instant } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { HistorySite } from './device-history.store.ts';
import type { SensorModel } from './simulator/traffic/sensor-model.ts';
import { simulateSensor } from './simulator/traffic/sensor-readings.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Recent days with readings per quarter; older ones are hourly. */
const CLOSE_DAYS = 60;
/** Rows per insert: large enough to be fast, small enough to be in memory twice. */
const BATCH = 40_000;

/** Writes the readings of a site's other sensors in [from, to): per quarter for recent days, hourly before. */
export async function writeSensorHistory(
  store: Pick<AnalyticsStore, 'insert'>,
  site: HistorySite,
  from: Instant,
  to: Instant,
  version: number,
): Promise<void> {
  const close = Math.max(from, Math.floor((to - CLOSE_DAYS * DAY) / DAY) * DAY);
  let rows: object[] = [];
  for (const sensor of site.model.sensors ?? [])
    for (const [begin, end, minutes] of [
      [from, close, 60],
      [close, to, 15],
    ] as const)
      for (let at = begin; at < end; at += minutes * MINUTE) {
        rows.push(...rowsOf(site, sensor, at, minutes, version));
        if (rows.length < BATCH) continue;
        await store.insert('readings', rows);
        rows = [];
      }
  if (rows.length > 0) await store.insert('readings', rows);
}

function rowsOf(
  { organizationId, installationId, model, setting, deviceIds }: HistorySite,
  sensor: SensorModel,
  at: Instant,
  minutes: number,
  version: number,
): object[] {
  const device = deviceIds.get(sensor.serial);
  if (device === undefined) return [];
  return simulateSensor(model, setting, sensor, at, minutes).map(
    ({ metric, value, weight = 1, visitor = '', interval }) => ({
      organization: organizationId,
      installation: installationId,
      metric,
      device,
      at,
      descriptors: '',
      visitor,
      x: -1,
      y: -1,
      value,
      weight,
      interval,
      version,
    }),
  );
}
