import { type Clock, getOffset, type Instant } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import type { AckWatermarks, Ingestion, Rollups } from '../../../numbers/index.ts';
import type { AnalyticsStore } from '../../../platform/analytics-store.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import { writeHistory } from '../history.store.ts';
import { createSimulator } from '../simulator/traffic/simulator.ts';
import { buildSampleModel, SAMPLE_DAYS } from './sample-shop.ts';
import type { SampleRecord } from './sample-sites.store.ts';

export interface ReportingDependencies {
  readonly analytics: AnalyticsStore;
  readonly clock: Clock;
  readonly ingestion: Pick<Ingestion, 'ingestReadings'>;
  readonly rollups: Pick<Rollups, 'ledger'>;
  readonly marks: Pick<AckWatermarks, 'measure'>;
}

export const QUARTER = 900_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;
/**
 * After a longer pause, readings are written like the history, per quarter: sending them per minute would take minutes.
 */
const MOST_SENT = 6 * HOUR;

type Reported = Pick<SampleRecord, 'historyUntil' | 'reportedUntil'>;

const settingOf = (timezone: string) => ({ number: 1, offsetAt: (instant: Instant) => getOffset(timezone, instant) });

/** Writes the history of a sample site in [from, to), in whole quarters. Nothing may be ingested for it meanwhile. */
export async function writeSamplePast(
  { analytics, clock, rollups, marks }: ReportingDependencies,
  { organizationId, installationId }: Pick<SampleRecord, 'organizationId' | 'installationId'>,
  { timezone, devices }: Topology,
  { from, to }: { readonly from: Instant; readonly to: Instant },
): Promise<void> {
  const site = { organization: organizationId, installation: installationId };
  const first = Math.floor(from / DAY);
  const days = Array.from({ length: Math.floor((to - 1) / DAY) - first + 1 }, (_, index) => first + index);
  const written = await rollups.ledger.writing(days.map((day) => ({ ...site, day })));
  try {
    const deviceIds = new Map(devices.map(({ serial, id }) => [serial, id as number]));
    const history = { organizationId, installationId, model: buildSampleModel(timezone), setting: settingOf(timezone) };
    await writeHistory(analytics, { ...history, deviceIds }, from, to, clock.now() * 1000);
  } finally {
    written();
  }
  await marks.measure(site);
}

/** Ingests what the devices measured since their last report. Returns the new end. */
export async function reportSample(
  deps: ReportingDependencies,
  record: SampleRecord,
  topology: Topology,
): Promise<Reported> {
  const { clock, ingestion } = deps;
  const now = clock.now();
  if (now - record.reportedUntil > MOST_SENT) {
    const to = Math.floor(now / QUARTER) * QUARTER;
    const since = Math.max(record.reportedUntil, to - SAMPLE_DAYS * DAY);
    await writeSamplePast(deps, record, topology, { from: Math.ceil(since / QUARTER) * QUARTER, to });
    return { historyUntil: to, reportedUntil: to };
  }
  const { timezone } = topology;
  const simulator = createSimulator({
    clock: { now: () => now },
    sites: [{ model: buildSampleModel(timezone), setting: settingOf(timezone) }],
    deliveredUntil: record.reportedUntil,
    measuredFrom: record.historyUntil,
    async send(readings) {
      const scope = systemScope(record.organizationId);
      // Readings of a removed device are rejected; the others are still ingested.
      const sent = await ingestion.ingestReadings(scope, record.installationId, readings, now);
      if (!sent.ok) throw new Error(sent.error.message);
    },
  });
  await simulator.round();
  return { historyUntil: record.historyUntil, reportedUntil: simulator.deliveredUntil() };
}
