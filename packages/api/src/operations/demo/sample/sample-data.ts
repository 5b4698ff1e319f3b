import {
  type Clock,
  err,
  type Failure,
  failure,
  getOffset,
  type Instant,
  isTimezone,
  ok,
  type Result,
} from '@atrium/domain/core';
import { isProfileLanguage } from '@atrium/domain/people/access';
import { deriveKey } from '@atrium/domain/setup/site-files';
import type { Topology } from '@atrium/domain/sites';
import type { AckWatermarks, Ingestion, Rollups } from '../../../numbers/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import type { AnalyticsStore } from '../../../platform/analytics-store.ts';
import { runPeriodically } from '../../../platform/concurrency/timing.ts';
import type { Files } from '../../../platform/files/index.ts';
import { orThrow } from '../../../platform/graphql/errors.ts';
import type { Work } from '../../../platform/module.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { StoreRole } from '../../../platform/relational/database-lock.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import type { SampleData, SampleOptions } from '../../../setup/first-steps/index.ts';
import { editSite } from '../../../setup/site-files/index.ts';
import type { SiteSnapshots } from '../../../sites/index.ts';
import { type ErasingDependencies, eraseSite } from '../../site-erasing/index.ts';
import { writeHistory } from '../history.store.ts';
import { createSimulator } from '../simulator/traffic/simulator.ts';
import { sampleNames } from './names.ts';
import { buildSampleModel, buildSampleShop, SAMPLE_DAYS } from './sample-shop.ts';
import { type SampleRecord, sampleSitesStore } from './sample-sites.store.ts';

const elsewhere = failure(
  'FORBIDDEN',
  'Sample data is added and removed by the process that takes readings in, which is not the one that serves this page.',
);

/** Read-only sample data, for a process that does not ingest readings. */
const createReadOnlySampleData = ({ find }: SampleData): SampleData => ({
  find,
  add: async () => err(elsewhere),
  remove: async () => void orThrow(err(elsewhere)),
});

export interface SampleDependencies
  extends ReportingDependencies,
    Omit<ErasingDependencies, keyof ReportingDependencies> {
  readonly rollups: ReportingDependencies['rollups'] & ErasingDependencies['rollups'];
  readonly marks: ReportingDependencies['marks'] & ErasingDependencies['marks'];
  readonly sites: SiteSnapshots;
  readonly logError: (message: string, error: unknown) => void;
}

/** Sample sites. `settle` runs at a start, `report` every few seconds while the product runs. */
export interface SampleSites extends SampleData {
  /** Removes sites that an interrupted start or removal left incomplete. */
  settle(): Promise<void>;
  /** Lets the devices of all sample sites report what they measured since. */
  report(): Promise<void>;
}

const DAY = 86_400_000;

function createSampleSites(deps: SampleDependencies): SampleSites {
  const { db, bus, clock, sites, logError } = deps;
  const erase = ({ organizationId, installationId }: SampleRecord) =>
    eraseSite(deps, { organization: organizationId, installation: installationId });
  const topologyOf = ({ organizationId, installationId }: SampleRecord) =>
    sites.topology(systemScope(organizationId), installationId);

  async function remove(scope: Scope): Promise<void> {
    const record = await db.transaction((transaction) => leave(transaction, scope, clock.now()));
    if (record !== null) await erase(record);
  }

  return {
    find: async ({ organizationId }) => {
      const record = await sampleSitesStore(db).find(organizationId);
      return record && { installationId: record.installationId, isReady: record.state === 'there' };
    },
    async add(scope, wishes) {
      const { organizationId } = scope;
      const declared = await db.transaction((transaction) => declare({ ...deps, db: transaction }, scope, wishes));
      if (!declared.ok || !declared.value) return declared.ok ? ok(true) : declared;
      bus.publish('sites.changed', { organizationId });
      try {
        // Locks the row while the history is written: a removal waits, and another start skips the site.
        await db.transaction(async (transaction) => {
          const store = sampleSitesStore(transaction);
          const record = await store.hold(organizationId, 'waits');
          const topology = record && (await topologyOf(record));
          if (!topology) return;
          const to = record.historyUntil;
          await writeSamplePast(deps, record, topology, { from: to - SAMPLE_DAYS * DAY, to });
          await store.change(organizationId, { state: 'there' });
        });
      } catch (error) {
        await remove(scope).catch((left) => logError('a sample site is left half made until the next start', left));
        throw error;
      }
      return ok(true);
    },
    remove,
    async settle() {
      for (const { organizationId } of await sampleSitesStore(db).all()) {
        const record = await db.transaction((transaction) =>
          sampleSitesStore(transaction).hold(organizationId, 'fails'),
        );
        if (record !== null && record.state !== 'there') await erase(record);
      }
    },
    async report() {
      const all = await sampleSitesStore(db).all();
      for (const { organizationId } of all.filter(({ state }) => state === 'there'))
        await db
          .transaction(async (transaction) => {
            const store = sampleSitesStore(transaction);
            const record = await store.hold(organizationId, 'fails');
            const topology = record?.state === 'there' ? await topologyOf(record) : null;
            if (record && topology) await store.change(organizationId, await reportSample(deps, record, topology));
          })
          .catch((error) => logError('a sample site could not report', error));
    },
  };
}

/** Declares the sample site. Returns false if there is one already. */
async function declare(
  { db, bus, clock }: Pick<SampleDependencies, 'db' | 'bus' | 'clock'>,
  scope: Scope,
  { language, timezone }: SampleOptions,
): Promise<Result<boolean, Failure>> {
  const { organizationId } = scope;
  const store = sampleSitesStore(db);
  const { keys, isEmpty } = await store.holdSites(organizationId);
  if ((await store.find(organizationId)) !== null) return ok(false);
  if (!isEmpty) return err(failure('BAD_INPUT', 'Sample data is for organizations without sites'));
  if (!isTimezone(timezone)) return err(failure('BAD_INPUT', 'No such time zone', 'timezone'));
  const names = sampleNames[isProfileLanguage(language) ? language : 'en'];
  const now: Instant = clock.now();
  const shop = buildSampleShop(deriveKey('sample', keys, 'sample'), timezone, names, now);
  const made = await editSite({ db, bus, clock }, scope, shop, { dryRun: false, version: null });
  if (made.site === null) {
    const [problem] = made.problems;
    return err(failure('BAD_INPUT', problem?.message ?? 'Sample data could not be added'));
  }
  const until = Math.floor(now / QUARTER) * QUARTER;
  const installationId = made.site.id;
  await store.add({ organizationId, installationId, state: 'making', historyUntil: until, reportedUntil: until });
  await recordAudit(scope, db, { at: now, action: 'sampleData.added', details: { name: names.site }, installationId });
  return ok(true);
}

/** Marks the sample site as being removed and audits that once. Returns null if there is none. */
async function leave(db: Database, scope: Scope, at: Instant): Promise<SampleRecord | null> {
  const store = sampleSitesStore(db);
  const record = await store.hold(scope.organizationId, 'waits');
  if (record === null || record.state === 'going') return record;
  await store.change(scope.organizationId, { state: 'going' });
  const { installationId } = record;
  await recordAudit(scope, db, { at, action: 'sampleData.removed', details: {}, installationId });
  return record;
}

const pauseMs = 10_000;

/** Sample sites with invented numbers. They report until stopped, also after a store was unavailable. */
export function createSampleSitesModule({
  files,
  use,
  ...deps
}: Omit<SampleDependencies, 'files'> & { readonly files: Files; readonly use: StoreRole }) {
  const sampleSites = createSampleSites({ ...deps, files: files.store });
  return {
    services: { sampleSites, sampleData: use === 'replica' ? createReadOnlySampleData(sampleSites) : sampleSites },
    work({ logger }: Platform): readonly Work[] {
      const { report, settle } = sampleSites;
      const warn = (error: unknown) => logger.warn({ err: error }, 'sample sites could not report');
      const reports = runPeriodically(report, pauseMs, warn);
      const open = async () => {
        await settle();
        return reports;
      };
      return [{ by: 'leader', open }];
    },
  };
}

interface ReportingDependencies {
  readonly analytics: AnalyticsStore;
  readonly clock: Clock;
  readonly ingestion: Pick<Ingestion, 'ingestReadings'>;
  readonly rollups: Pick<Rollups, 'ledger'>;
  readonly marks: Pick<AckWatermarks, 'measure'>;
}

const QUARTER = 900_000;
const HOUR = 3_600_000;
/**
 * After a longer pause, readings are written like the history, per quarter: sending them per minute would take minutes.
 */
const MOST_SENT = 6 * HOUR;

type Reported = Pick<SampleRecord, 'historyUntil' | 'reportedUntil'>;

const settingOf = (timezone: string) => ({ number: 1, offsetAt: (instant: Instant) => getOffset(timezone, instant) });

/** Writes the history of a sample site in [from, to), in whole quarters. Nothing may be ingested for it meanwhile. */
async function writeSamplePast(
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
async function reportSample(deps: ReportingDependencies, record: SampleRecord, topology: Topology): Promise<Reported> {
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
