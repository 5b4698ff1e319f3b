import type { Clock, InstallationId, OrganizationId } from '@atrium/domain/core';
import type { Device, Topology } from '@atrium/domain/sites';
import type { Bus } from '../platform/bus/bus.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { loadPlaces, loadVersions } from './stored/index.ts';
import './sites.events.ts';
import { buildSnapshot, type SiteSnapshot } from './site-snapshot.ts';

/** Returns sites and their topology within a scope, from memory. */
export interface SiteDirectory {
  topologies(scope: Scope): Promise<readonly Topology[]>;
  /** Returns null if the site does not exist or is not visible in the scope. */
  topology(scope: Scope, id: InstallationId): Promise<Topology | null>;
  /**
   * Finds a device by its serial, which is unique in the organization. Includes removed devices, with their
   * `removedAt`.
   */
  findDevice(
    scope: Scope,
    serial: string,
  ): Promise<{ readonly device: Device; readonly installationId: InstallationId } | null>;
}

/** The directory with everything screens show of sites. Internal to the module. */
export interface SiteSnapshots extends SiteDirectory {
  snapshot(scope: Scope): Promise<SiteSnapshot>;
}

interface Kept {
  readonly snapshot: SiteSnapshot;
  readonly versions: string;
}

/** Maximum age in ms of a snapshot before its version is checked, in case a change event was lost. */
const trustedMs = 10_000;

export function createSiteDirectory({
  db,
  bus,
  clock,
}: {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
}): SiteSnapshots {
  const kept = new Map<OrganizationId, { readonly content: Promise<Kept>; checkedAt: number }>();
  bus.subscribe('sites.changed', ({ organizationId }) => kept.delete(organizationId));
  bus.subscribe('bus.missed', () => kept.clear());

  const load = async (organizationId: OrganizationId): Promise<Kept> =>
    db.transaction(
      async (transaction) => ({
        versions: await loadVersions(transaction, organizationId),
        snapshot: buildSnapshot(await loadPlaces(transaction, organizationId), organizationId),
      }),
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );

  function keep(organizationId: OrganizationId): Promise<Kept> {
    const entry = { content: load(organizationId), checkedAt: clock.now() };
    kept.set(organizationId, entry);
    entry.content.catch(() => kept.get(organizationId) === entry && kept.delete(organizationId));
    return entry.content;
  }

  async function current(organizationId: OrganizationId): Promise<SiteSnapshot> {
    const entry = kept.get(organizationId);
    if (entry === undefined) return (await keep(organizationId)).snapshot;
    const content = await entry.content;
    if (bus.isWhole && clock.now() - entry.checkedAt < trustedMs) return content.snapshot;
    entry.checkedAt = clock.now();
    if ((await loadVersions(db, organizationId)) === content.versions) return content.snapshot;
    return (await keep(organizationId)).snapshot;
  }

  async function snapshot(scope: Scope): Promise<SiteSnapshot> {
    return narrow(await current(scope.organizationId), scope);
  }

  return {
    snapshot,
    topologies: async (scope) => [...(await snapshot(scope)).sites.values()].map(({ topology }) => topology),
    topology: async (scope, id) => (await snapshot(scope)).sites.get(id)?.topology ?? null,
    async findDevice(scope, serial) {
      const found = (await current(scope.organizationId)).devicesBySerial.get(serial);
      return found !== undefined && isVisible(found.installationId, scope) ? found : null;
    },
  };
}

const isVisible = (id: InstallationId, { installationIds }: Scope) =>
  installationIds === null || installationIds.includes(id);

function narrow(snapshot: SiteSnapshot, scope: Scope): SiteSnapshot {
  if (scope.installationIds === null) return snapshot;
  return {
    ...snapshot,
    sites: new Map([...snapshot.sites].filter(([id]) => isVisible(id, scope))),
    devicesBySerial: new Map(
      [...snapshot.devicesBySerial].filter(([, found]) => isVisible(found.installationId, scope)),
    ),
  };
}
