import '../../sites/sites.events.ts';
import { type Clock, type InstallationId, id, type OrganizationId } from '@atrium/domain/core';
import { isAllowed } from '@atrium/domain/people/access';
import { type AlertsChanged, checkContacts, closedAddress, type MayCall } from '../../actions/alerts/index.ts';
import { findMemberContacts } from '../../people/access/index.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { organizationStore } from '../../people/organization/index.ts';
import { createAddressGuard } from '../../platform/addresses/address-guard.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { buildQueryOwner, type QueryOwner } from '../../platform/concurrency/query-owner.ts';
import { Cancelled } from '../../platform/failures.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import { type Ids, noSites, type SiteState, splitKey } from '../../sites/stored/index.ts';
import { checkPeople } from './check-people.ts';
import { type Change, compareStates } from './compare-states.ts';
import { declareSites } from './declare/declare.ts';
import { readSiteFile } from './format/read-site-file.ts';
import type { Problem, Reading } from './format/reading.ts';
import type { SiteFile } from './format/site-file.ts';
import { writeSiteFile } from './format/write-site-file.ts';
import { loadSites, loadVersion, lockOrganization } from './store/load-state.store.ts';
import { writeChanges } from './store/write-changes.ts';

const { mayCall: onlyPublic } = createAddressGuard([]);

interface Declared {
  readonly file: SiteFile;
  readonly reading: Reading;
  readonly wanted: SiteState;
  readonly changes: readonly Change[];
  readonly mayCall: MayCall;
}

const areas = { create: 'newAlert', update: 'updateAlert', remove: 'deleteAlert' } as const;

/**
 * Checks the alerts of a file by the rules of the alert form. The caller needs the right to change alerts. New
 * recipients must be verified contacts of members. Jobs may call new URLs only where delivery may. The operator may
 * also name people of the file who have not signed in yet.
 */
async function checkAlerts(
  db: Database,
  declared: Declared,
  organizationId: OrganizationId | null,
  by: Scope | undefined,
): Promise<void> {
  const changes = declared.changes.filter(({ kind }) => kind === 'alert' || kind === 'recipientList');
  if (changes.length === 0) return;
  const members = organizationId === null ? [] : await findMemberContacts(db, organizationId);
  for (const change of changes) {
    const at = placeOf(change, declared);
    if (by !== undefined && !isAllowed(by, areas[change.action]))
      declared.reading.reportAt(at, `changing alerts needs the right to (${areas[change.action]})`);
    const told = toldAfter(change, by === undefined ? declared.wanted : null);
    const contacts = checkContacts(told, members);
    if (!contacts.ok) declared.reading.reportAt(at, contacts.error.message);
    if (!addressesAdded(change).every((address) => declared.mayCall(new URL(address))))
      declared.reading.reportAt(at, closedAddress.message);
  }
}

/** Returns the job URLs that the change adds. */
function addressesAdded({ kind, before, after }: Change): readonly string[] {
  if (kind !== 'alert' || after === null) return [];
  const known = new Set(before?.notifications.map(({ address }) => address));
  return after.notifications.flatMap(({ address }) => (address === null || known.has(address) ? [] : [address]));
}

/** Returns the recipients that the change adds. People declared by the operator's own file are trusted. */
function toldAfter({ kind, before, after }: Change, trusted: SiteState | null) {
  if ((kind !== 'alert' && kind !== 'recipientList') || after === null) return { emails: [], phones: [] };
  const added = (field: 'emails' | 'phones') => after[field].filter((one) => !(before?.[field] ?? []).includes(one));
  return {
    emails: added('emails').filter((email) => trusted?.user.has(email) !== true),
    phones: trusted === null ? added('phones') : [],
  };
}

function placeOf({ kind, key, after }: Change, { file, reading }: Declared) {
  const list = kind === 'recipientList' ? file.recipientLists?.find(({ name }) => name === key) : undefined;
  const alert =
    kind === 'alert' && after !== null
      ? file.installations
          ?.find((site) => site.key === after.installation)
          ?.alerts?.find((one) => one.name === after.name && (one.copy ?? 1) === after.copy)
      : undefined;
  return reading.at(list ?? alert ?? file);
}

export interface Provisioning {
  readonly db: Database;
  readonly bus: Bus;
  readonly clock: Clock;
  /** Default: jobs may call the public internet only. */
  readonly mayCall?: MayCall;
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
    applyWithin(db, file, reading, provisioning, options),
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
  { clock, mayCall = onlyPublic }: Provisioning,
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
  await checkAlerts(db, { file, reading, wanted, changes, mayCall }, existing, options.by);
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

/** Returns the stored organization as a site file. Applying it changes nothing. */
export async function exportSiteFile(db: Database, organizationId: OrganizationId): Promise<string> {
  const { state } = await db.transaction((transaction) => loadSites(transaction, organizationId), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  return writeSiteFile(state);
}
