import type { OrganizationId } from '@atrium/domain/core';
import type { QueryReader } from '../../../../platform/analytics-store.ts';
import type { RecentDays } from '../../../open-days/recent-days.ts';
import { type DirtyDays, dayMs } from '../../../rollups/dirty-days.ts';
import { VersionedCache } from '../../versioned-cache.ts';
import { type MergedTargets, toFilter } from '../gather-scans.ts';
import { scanDescriptors } from '../open/scan-reports.ts';
import { type DescriptorRow, descriptorStatement, rolledDescriptorStatement } from './descriptor-statement.ts';

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
    const rolls = new Map(installations.map((one) => [one, ledger.rollsOf(organization, one)]));
    const known = new Map<number, KeptSite>();
    for (const [one, current] of rolls) {
      const found = kept.find(keyOf(organization, one), () => current);
      if (found !== undefined) known.set(one, found);
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
        kept.put(keyOf(organization, one), site, rolls.get(one) as number, 1 + told.length);
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
