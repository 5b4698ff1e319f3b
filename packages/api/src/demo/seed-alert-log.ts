import type { Instant } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import { alertLogStore, type WrittenEntry } from '../alerts/index.ts';
import type { AnalyticsStore } from '../platform/analytics-store.ts';
import type { Database } from '../platform/relational/index.ts';
import { systemScope } from '../platform/tenancy/index.ts';
import { co2Above, type Exceeding } from './history/alert-history.store.ts';
import type { HistorySite } from './history/history-site.ts';

const DAYS = 45 * 86_400_000;
/** Air readings of the history are this far apart: the next one missing, the alert has ended. */
const STEP = 900_000;
/** ppm that alerts of the demo's air fire above. */
const THRESHOLD = 850;

export interface AlertLogDependencies {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
}

/** Writes down when an alert on the air of these sites would have fired, out of the readings themselves. */
export async function seedAlertLog(
  { db, analytics }: AlertLogDependencies,
  site: HistorySite,
  { devices }: Topology,
  until: Instant,
): Promise<void> {
  const exceeding = await co2Above(analytics, site, THRESHOLD, until - DAYS);
  const zoneOf = new Map(
    devices.flatMap(({ id, placements }) =>
      placements.flatMap(({ at }) => ('zoneId' in at ? [[id, at.zoneId] as const] : [])),
    ),
  );
  const entries = episodes(exceeding).map((found): WrittenEntry => {
    const [first] = found as [Exceeding];
    const last = found.at(-1) ?? first;
    return {
      installationId: site.installationId,
      alertId: 1,
      conditionType: 'CO2',
      metrics: [{ type: 'co2', threshold: THRESHOLD, value: Math.max(...found.map(({ value }) => value)) }],
      dateBegin: first.at,
      dateEnd: last.at + STEP >= until ? null : last.at + STEP,
      zoneId: zoneOf.get(first.device as never) ?? null,
      passageId: null,
      deviceId: first.device,
      message: null,
    };
  });
  await alertLogStore(db).add(systemScope(site.organizationId), entries);
}

/** Readings of one device that follow each other without a gap, together. */
function episodes(readings: readonly Exceeding[]): Exceeding[][] {
  const found: Exceeding[][] = [];
  for (const reading of readings) {
    const current = found.at(-1);
    const last = current?.at(-1);
    if (current && last?.device === reading.device && reading.at - last.at <= STEP) current.push(reading);
    else found.push([reading]);
  }
  return found;
}
