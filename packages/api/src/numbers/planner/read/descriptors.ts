import type { OrganizationId } from '@atrium/domain/core';
import type { QueryReader, Statement } from '../../../platform/analytics-store.ts';
import { batchPerTick } from '../../../platform/concurrency/event-loop.ts';
import type { RecentDays } from '../../recent-readings/recent-days.ts';
import type { RecentReadings } from '../../recent-readings/recent-readings.ts';
import { type DirtyDays, dayMs } from '../../rollups/dirty-days.ts';
import { VersionedCache } from '../versioned-cache.ts';
import { createScanBatcher, type MergedTargets, type ScanTarget, toFilter } from './merge-scans.ts';
import type { ReadingsContext } from './read-context.ts';
import { listKinds, listSeries } from './select-readings.ts';
import {
  type ReadingsSelection,
  readingsCondition,
  readingsParams,
  sentCondition,
  sentParams,
} from './statements/readings-of.ts';

/** Descriptors of a device's readings of a metric: `gender;groupSize`, '' for none. */
export interface DescriptorRow {
  readonly device: number;
  readonly metric: string;
  readonly keys: string;
}

const keysOf = (descriptors: string) => `replaceRegexpAll(${descriptors}, '=[^;]*', '') AS keys`;

/** Reads the descriptors that devices sent: ever, or on some days (since 1970, ascending). */
function descriptorStatement(sent: ReadingsSelection, days: readonly number[] | null = null): Statement {
  const onDays =
    days === null ? '' : ` AND intDiv(at, ${dayMs}) IN {days:Array(Int64)} AND at >= {from:Int64} AND at < {to:Int64}`;
  const [first = 0, last = -1] = [days?.[0], days?.at(-1)];
  return {
    sql: `
SELECT DISTINCT device, metric, ${keysOf('descriptors')}
FROM readings
WHERE ${sentCondition}${onDays}`,
    params: {
      ...sentParams(sent),
      ...(days === null ? {} : { days, from: first * dayMs, to: (last + 1) * dayMs }),
    },
  };
}

/**
 * Reads the descriptors of every device of some sites from daily activity, which has far fewer rows than the readings.
 */
function rolledDescriptorStatement(organization: number, installations: readonly number[]): Statement {
  return {
    sql: `
SELECT DISTINCT installation, device, metric, ${keysOf('arrayJoin(described)')}
FROM rollup_heard
WHERE organization = {organization:UInt32} AND installation IN {installations:Array(UInt32)}`,
    params: { organization, installations },
  };
}

/** Descriptor catalog: the descriptors that devices ever sent. */
export interface DescriptorCatalog {
  /** Returns those of the requested devices and metrics; may include others of their sites. */
  read(reader: QueryReader, organization: OrganizationId, want: MergedTargets): Promise<readonly DescriptorRow[]>;
}

/** Catalog cached by site. */
export interface CachedDescriptorCatalog extends DescriptorCatalog {
  /** Returns, by site and metric, the devices that ever sent it according to rollups; the current day may add more. */
  sendersOf(
    reader: QueryReader,
    organization: OrganizationId,
    installations: readonly number[],
  ): Promise<ReadonlyMap<number, ReadonlyMap<string, ReadonlySet<number>>>>;
}

interface KeptSite {
  readonly rows: readonly DescriptorRow[];
  readonly senders: ReadonlyMap<string, ReadonlySet<number>>;
}

/** Maximum descriptors in the cache: some tens of megabytes. */
const maxDescriptors = 200_000;

const always = { from: -8.64e15, to: 8.64e15 };

/** Returns the devices that report each metric. */
const groupSenders = (rows: readonly DescriptorRow[]) =>
  new Map(
    [...Map.groupBy(rows, ({ metric }) => metric)].map(([metric, of]) => [
      metric,
      new Set(of.map(({ device }) => device)),
    ]),
  );

/**
 * Caches what each site's rollups contain until they grow: a reported descriptor stays reported. Only dirty days, such
 * as today, are read for each query, from memory where possible.
 */
export function createDescriptorCatalog(ledger: DirtyDays, openDays?: RecentDays): CachedDescriptorCatalog {
  const ofRollups = rolledSites(ledger);

  /** For days that are not rolled up. */
  const ofReadings = async (
    reader: QueryReader,
    organization: OrganizationId,
    want: MergedTargets,
  ): Promise<readonly DescriptorRow[]> => {
    const dirtyOf = (one: number) => ledger.dirtyDays(organization, [one], always);
    const inMemory = await Promise.all(
      [...want.installations].map(async (one) => {
        const [first] = dirtyOf(one);
        const isOpen = openDays !== undefined && first !== undefined && first * dayMs >= openDays.from;
        const held = isOpen ? await openDays.of(organization, one) : null;
        // Days that are no longer recent are not in memory.
        return held !== null && first !== undefined && first * dayMs >= held.from
          ? { installation: one, rows: scanDescriptors(held, want) }
          : null;
      }),
    );
    const found = inMemory.filter((one) => one !== null);
    const installations = new Set(want.installations);
    for (const { installation } of found) installations.delete(installation);
    const days = ledger.dirtyDays(organization, installations, always);
    const told = found.flatMap(({ rows }) => rows);
    if (days.length === 0) return told;
    const lists = toFilter({ ...want, installations });
    return [
      ...told,
      ...(await reader.query<DescriptorRow>(descriptorStatement({ organizationId: organization, ...lists }, days))),
    ];
  };

  return {
    async read(reader, organization, want) {
      await ledger.open();
      // Reads readings before rollups: a day rolled up in between is read twice rather than missed.
      const [rest, rolled] = await Promise.all([
        ofReadings(reader, organization, want),
        ofRollups(reader, organization, toFilter(want).installations),
      ]);
      return [...rolled.flatMap(({ rows }) => rows), ...rest];
    },
    async sendersOf(reader, organization, installations) {
      await ledger.open();
      const sites = await ofRollups(reader, organization, installations);
      return new Map(sites.map(({ senders }, index) => [installations[index] as number, senders]));
    },
  };
}

/** Returns a reader of what the rollups of sites contain, cached until they grow. */
function rolledSites(ledger: DirtyDays) {
  const kept = new VersionedCache<KeptSite>({ size: maxDescriptors });
  const keyOf = (organization: number, installation: number) => `${organization} ${installation}`;

  return async (reader: QueryReader, organization: number, installations: readonly number[]): Promise<KeptSite[]> => {
    const known = new Map<number, KeptSite>();
    const keepers = new Map<number, (site: KeptSite, size: number) => void>();
    for (const one of installations) {
      const [key, rolls] = [keyOf(organization, one), () => ledger.rollsOf(organization, one)];
      const found = kept.find(key, rolls);
      if (found !== undefined) known.set(one, found);
      keepers.set(one, kept.keeper(key, rolls));
    }
    const lacking = installations.filter((one) => !known.has(one));
    if (lacking.length > 0) {
      const rows = await reader.query<DescriptorRow & { readonly installation: number }>(
        rolledDescriptorStatement(organization, lacking),
      );
      const bySite = Map.groupBy(rows, ({ installation }) => installation);
      for (const one of lacking) {
        const told = (bySite.get(one) ?? []).map(({ device, metric, keys }) => ({ device, metric, keys }));
        const site = { rows: told, senders: groupSenders(told) };
        known.set(one, site);
        keepers.get(one)?.(site, 1 + told.length);
      }
    }
    return installations.map((one) => known.get(one) as KeptSite);
  };
}

/** Scans all readings. */
export const uncachedDescriptorCatalog: DescriptorCatalog = {
  read: (reader, organizationId, want) =>
    reader.query<DescriptorRow>(descriptorStatement({ organizationId, ...toFilter(want) })),
};

/** Returns the descriptors that devices ever used for the metrics; may include others of their sites. */
export type ReadReportedDescriptors = (want: ScanTarget) => Promise<readonly DescriptorRow[]>;

/** Returns which devices ever sent which of the metrics. */
export type ReadSenders = (
  want: ScanTarget,
) => Promise<readonly { readonly device: number; readonly metric: string }[]>;

export function descriptorsFrom(
  { reader, organizationId }: ReadingsContext,
  catalog: DescriptorCatalog,
): ReadReportedDescriptors {
  const read = createScanBatcher<object, DescriptorRow>(async (want) => [
    ...(await catalog.read(reader, organizationId, want)),
  ]);
  return (want) => read(want, {});
}

export function sendersFromReadings({ read, select }: ReadingsContext): ReadSenders {
  const senders = createScanBatcher<object, { device: number; metric: string }>((want) =>
    read(senderStatement(select(want))),
  );
  return (want) => senders(want, {});
}

/** Reads who ever sent what. A sender stays a sender; only for others the dirty days matter. */
export function sendersFromRollups(
  { reader, organizationId }: ReadingsContext,
  catalog: CachedDescriptorCatalog,
  reported: ReadReportedDescriptors,
): ReadSenders {
  const rolled = batchPerTick((sites: readonly number[]) => {
    const senders = catalog.sendersOf(reader, organizationId, [...new Set(sites)]);
    return sites.map(() => senders);
  });
  return async (want) => {
    const sent = (await rolled(want.installation)).get(want.installation);
    const pairs = want.metrics.flatMap((metric) => want.devices.map((device) => ({ device, metric })));
    return pairs.every(({ device, metric }) => sent?.get(metric)?.has(device)) ? pairs : reported(want);
  };
}

/** Selects which devices ever sent which metrics. */
function senderStatement(readings: ReadingsSelection): Statement {
  const always = { ...readings, from: -8.64e15, to: 8.64e15 };
  return {
    sql: `
SELECT device, metric FROM readings
WHERE ${readingsCondition}
LIMIT 1 BY device, metric`,
    params: readingsParams(always),
  };
}

/** In-memory equivalent of `descriptorStatement`. */
function scanDescriptors(site: RecentReadings, want: MergedTargets): DescriptorRow[] {
  const always = { from: site.from, to: Number.POSITIVE_INFINITY };
  return [...listSeries(site, { metrics: [...want.metrics], devices: [...want.devices] })].flatMap(
    ({ metric, device, line }) => {
      const told = new Set(listKinds(site, line, always).map(({ keys }) => keys));
      return [...told].map((keys) => ({ device, metric, keys }));
    },
  );
}
