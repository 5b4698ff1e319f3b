import { err, type Failure, failure, type Instant, isTimezone, ok, type Result } from '@atrium/domain/core';
import { isProfileLanguage } from '@atrium/domain/people/access';
import { deriveKey } from '@atrium/domain/setup/site-files';
import { recordAudit } from '../../../people/audit/index.ts';
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
import { sampleNames } from './names.ts';
import { QUARTER, type ReportingDependencies, reportSample, writeSamplePast } from './report-sample.ts';
import { buildSampleShop, SAMPLE_DAYS } from './sample-shop.ts';
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
          sampleSitesStore(transaction).hold(organizationId, 'atOnce'),
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
            const record = await store.hold(organizationId, 'atOnce');
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
    services: { sampleSites, sampleData: use === 'beside' ? createReadOnlySampleData(sampleSites) : sampleSites },
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
