import { type Clock, type InstallationId, id, type OrganizationId } from '@atrium/domain/core';
import { recordAudit } from '../audit/index.ts';
import { organizationStore } from '../organization/index.ts';
import type { Bus } from '../platform/bus/bus.ts';
import { Cancelled } from '../platform/cancelled.ts';
import { buildQueryOwner, type QueryOwner } from '../platform/concurrency/query-owner.ts';
import type { Database } from '../platform/relational/index.ts';
import { type Scope, systemScope } from '../platform/tenancy/index.ts';
import { checkAlerts } from './check-alerts.ts';
import { checkPeople } from './check-people.ts';
import { type Change, compareStates } from './compare-states.ts';
import { readSiteFile } from './format/read-site-file.ts';
import type { Problem, Reading } from './format/reading/reading.ts';
import type { SiteFile } from './format/site-file.ts';
import '../sites/sites.events.ts';
import type { AlertsChanged } from '../alerts/index.ts';
import { type Ids, noSites, splitKey } from '../sites/stored/index.ts';
import { declareSites } from './declare/declare.ts';
import { loadSites, loadVersion, lockOrganization } from './store/load-state.store.ts';
import { writeChanges } from './store/write-changes.ts';

export interface Provisioning {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
}

export interface ApplyOptions {
  /** Only reports what would change. */
  readonly dryRun: boolean;
  /** Whether records missing from the file are removed. */
  readonly prune: boolean;
  /** The organization that the file must be about. Null allows any, also a new one; only the operator may do that. */
  readonly within: OrganizationId | null;
  /** The site version the editor has seen, null for a new site. A different stored version is a conflict. */
  readonly seen?: { readonly key: string; readonly version: number | null };
  /** Who applies the file; they can't give rights they lack. Undefined for the system itself. */
  readonly by?: Scope;
  /** Aborts the request: nothing is applied then. */
  readonly signal?: AbortSignal | undefined;
}

export interface SiteFileOutcome {
  /** False if there are problems, and for a dry run. */
  readonly applied: boolean;
  /** Another user changed the site meanwhile: nothing was applied, and `changes` is empty. */
  readonly isConflict: boolean;
  /** Null if the organization does not exist (yet). */
  readonly organizationId: OrganizationId | null;
  readonly changes: readonly Change[];
  /** In file order. A single problem prevents the whole file from being applied. */
  readonly problems: readonly Problem[];
}

/** The command line's own share of the capacity. */
const nobody = (signal: AbortSignal | undefined): QueryOwner => ({ share: ['', ''], signal });

/** Applies a site file to the stored organization, in one transaction. Idempotent. */
export async function applySiteFile(
  provisioning: Provisioning,
  text: string,
  options: ApplyOptions,
): Promise<SiteFileOutcome> {
  const { by, signal } = options;
  const { file, reading } = await readSiteFile(text, by === undefined ? nobody(signal) : buildQueryOwner(by, signal));
  if (file === null) return refused(reading);
  if (signal?.aborted) throw new Cancelled();
  const { outcome, alerts } = await provisioning.db.transaction((db) =>
    applyWithin(db, file, reading, provisioning.clock, options),
  );
  if (outcome.applied && outcome.organizationId !== null && outcome.changes.length > 0) {
    provisioning.bus.publish('sites.changed', { organizationId: outcome.organizationId });
    for (const alert of alerts) provisioning.bus.publish('alerts.changed', alert);
  }
  return outcome;
}

async function isStillSo(
  db: Database,
  organizationId: OrganizationId,
  { key, version }: NonNullable<ApplyOptions['seen']>,
): Promise<boolean> {
  return (await loadVersion(db, organizationId, key)) === version;
}

interface Applied {
  readonly outcome: SiteFileOutcome;
  /** Alert changes to publish on the bus. */
  readonly alerts: readonly AlertsChanged[];
}

async function applyWithin(
  db: Database,
  file: SiteFile,
  reading: Reading,
  clock: Clock,
  options: ApplyOptions,
): Promise<Applied> {
  const { dryRun, prune, within } = options;
  const existing = await lockOrganization(db, file.organization.name);
  if (within !== null && existing !== within) {
    reading.reportAt(reading.at(file.organization, 'name'), 'the file is about another organization than yours');
    return unapplied(refused(reading));
  }
  if (options.seen !== undefined && existing !== null && !(await isStillSo(db, existing, options.seen)))
    return unapplied({ ...refused(reading, existing), isConflict: true });
  const stored = existing === null ? noSites() : await loadSites(db, existing);
  const wanted = declareSites(file, stored.state, reading, { now: clock.now(), prune });
  const changes = compareStates(stored.state, wanted);
  await checkPeople(db, { file, reading, stored: stored.state, wanted, changes }, existing, options.by);
  await checkAlerts(db, { file, reading, wanted, changes }, existing, options.by);
  if (reading.problems.length > 0) return unapplied(refused(reading, existing));
  if (dryRun) return unapplied({ applied: false, isConflict: false, organizationId: existing, changes, problems: [] });
  const organizationId = existing ?? (await createOrganization(db, file.organization.name));
  await writeChanges(changes, { db, organizationId, ids: stored.ids, now: clock.now() });
  if (changes.length > 0) {
    const countOf = (action: Change['action']) => changes.filter((change) => change.action === action).length;
    const details = { created: countOf('create'), updated: countOf('update'), removed: countOf('remove') };
    const actor = options.by ?? systemScope(organizationId);
    await recordAudit(actor, db, { at: clock.now(), action: 'siteFile.applied', details, subjectId: organizationId });
  }
  return {
    outcome: { applied: true, isConflict: false, organizationId, changes, problems: [] },
    alerts: changedAlerts(changes, organizationId, stored.ids),
  };
}

async function createOrganization(db: Database, name: string): Promise<OrganizationId> {
  const created = await organizationStore(db).insert(name);
  if (created === null) throw new Error(`an organization ${name} was created while the file was applied`);
  return created.id;
}

const unapplied = (outcome: SiteFileOutcome): Applied => ({ outcome, alerts: [] });

function changedAlerts(changes: readonly Change[], organizationId: OrganizationId, ids: Ids): AlertsChanged[] {
  return changes.flatMap(({ kind, key }) => {
    if (kind !== 'alert') return [];
    const [site = ''] = splitKey(key);
    const [alertId, installationId] = [ids.alert.get(key), ids.installation.get(site)];
    if (alertId === undefined || installationId === undefined) throw new Error('a written alert has no id');
    return [{ organizationId, installationId: id<InstallationId>(installationId), alertId }];
  });
}

function refused(reading: Reading, organizationId: OrganizationId | null = null): SiteFileOutcome {
  const problems = [...reading.problems].sort((a, b) => a.line - b.line || a.column - b.column);
  return { applied: false, isConflict: false, organizationId, changes: [], problems };
}
