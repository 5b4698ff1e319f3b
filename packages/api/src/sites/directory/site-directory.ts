import type { Clock, InstallationId, OrganizationId } from '@atrium/domain/core';
import type { Device, Topology } from '@atrium/domain/sites';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { loadPlaces, loadVersions } from '../stored/index.ts';
import '../sites.events.ts';
import { buildSnapshot, type SiteSnapshot } from './site-snapshot.ts';

/** Which sites there are and how each is built, as far as the viewer may see. Answers from memory. */
export interface SiteDirectory {
  topologies(scope: Scope): Promise<readonly Topology[]>;
  /** null: there is none, or it is not the viewer's to see. */
  topology(scope: Scope, id: InstallationId): Promise<Topology | null>;
  /** By serial, which is unique within the organization; removed devices are found too, their `removedAt` says so. */
  findDevice(
    scope: Scope,
    serial: string,
  ): Promise<{ readonly device: Device; readonly installationId: InstallationId } | null>;
}

/** The same with all that screens show of sites. Kept inside the module. */
export interface SiteSnapshots extends SiteDirectory {
  snapshot(scope: Scope): Promise<SiteSnapshot>;
}

interface Kept {
  readonly snapshot: SiteSnapshot;
  readonly versions: string;
}

/** How long a snapshot is believed without asking the store, should the word of a change be lost on its way. */
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
