import { type Clock, err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { MemberContacts } from '../../../people/access/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../../sites/index.ts';
import type { AlertDraft, StoredAlert } from './alert.ts';
import { alertsStore } from './alerts.store.ts';
import { checkRecipients, type MayCall, parseAlert, type WrittenAlert } from './check-alert.ts';
import { findNamableMembers, type WrittenPlanning, writePlanning } from './write-planning.ts';
import '../alerts.events.ts';

export interface AlertChanges {
  readonly db: Database;
  readonly clock: Clock;
  readonly bus: Pick<Bus, 'publish'>;
  readonly sites: SiteSnapshots;
  readonly mayCall: MayCall;
  readonly contactsOf: (organizationId: Scope['organizationId']) => Promise<readonly MemberContacts[]>;
}

/** Dependencies of changes that name no sites or contacts. */
type ChangeWriting = Pick<AlertChanges, 'db' | 'clock' | 'bus'>;

const maxAlerts = 2000;
const maxReasonLength = 200;
/** Limit for muting an alert ahead, ms. */
const maxMuteMs = 366 * 86_400_000;

const noAlert = err(failure('NOT_FOUND', 'No such alert', 'id'));

export async function createAlert(
  changes: AlertChanges,
  scope: Scope,
  written: WrittenAlert,
  planning: WrittenPlanning | null,
): Promise<Result<StoredAlert, Failure>> {
  const now = changes.clock.now();
  return change(changes, scope, async (transaction) => {
    const store = alertsStore(transaction);
    const draft = await buildDraft(changes, scope, { transaction, written, planning, before: null });
    if (!draft.ok) return draft;
    if ((await store.count(scope)) >= maxAlerts)
      return err(failure('BAD_INPUT', `An organization has at most ${maxAlerts} alerts`, 'name'));
    const alertId = await store.insert(scope, draft.value, now);
    return finishChange(scope, transaction, alertId, 'alert.created', now);
  });
}

/** Creates an alert that uses existing recipient lists only. */
export type CreateAlert = (scope: Scope, written: WrittenAlert) => Promise<Result<StoredAlert, Failure>>;

export const buildCreateAlert =
  (changes: AlertChanges): CreateAlert =>
  (scope, written) =>
    createAlert(changes, scope, written, null);

/** Updates an alert. A changed condition or site ends open firings, because their rule no longer exists. */
export async function updateAlert(
  changes: AlertChanges,
  scope: Scope,
  alertId: number,
  written: WrittenAlert,
  planning: WrittenPlanning | null,
): Promise<Result<StoredAlert, Failure>> {
  const now = changes.clock.now();
  return change(changes, scope, async (transaction) => {
    const store = alertsStore(transaction);
    const before = await store.hold(scope, alertId);
    if (before === null) return noAlert;
    const draft = await buildDraft(changes, scope, { transaction, written, planning, before });
    if (!draft.ok) return draft;
    const isJudgedAnew = toRuleKey(before) !== toRuleKey(draft.value);
    await store.update(alertId, draft.value, before.revision + (isJudgedAnew ? 1 : 0));
    if (isJudgedAnew) await store.endOpen(alertId, now);
    return finishChange(scope, transaction, alertId, 'alert.changed', now);
  });
}

/** Returns a key of all the fields that the alert's values and times depend on. */
export const toRuleKey = ({
  installationId,
  condition: {
    severity: _told,
    maxTrigger: _limited,
    remindEvery: _reminded,
    quietTimes: _quiet,
    quietOnClosedDays: _closed,
    ...judged
  },
}: AlertDraft) => JSON.stringify([installationId, Object.entries(judged).sort()]);

/** Switches an alert on or off. Either ends open firings and starts the evaluation from scratch. */
export async function switchAlert(
  changes: AlertChanges,
  scope: Scope,
  alertId: number,
  enabled: boolean,
): Promise<Result<StoredAlert, Failure>> {
  const now = changes.clock.now();
  return change(changes, scope, async (transaction) => {
    const store = alertsStore(transaction);
    const before = await store.hold(scope, alertId);
    if (before === null) return noAlert;
    if (before.enabled === enabled) return ok(before);
    await store.setEnabled(alertId, enabled, before.revision + 1);
    await store.endOpen(alertId, now);
    return finishChange(scope, transaction, alertId, enabled ? 'alert.switchedOn' : 'alert.switchedOff', now);
  });
}

/** Mutes notifications until `until`; null unmutes. The alert is still evaluated and logged. */
export async function muteAlert(
  changes: ChangeWriting,
  scope: Scope,
  alertId: number,
  until: Instant | null,
  reason: string | null,
): Promise<Result<StoredAlert, Failure>> {
  const now = changes.clock.now();
  if (until !== null && (until <= now || until > now + maxMuteMs))
    return err(failure('BAD_INPUT', 'until takes a time to come, within a year', 'until'));
  if (reason !== null && (reason.length > maxReasonLength || /\p{Cc}/u.test(reason)))
    return err(failure('BAD_INPUT', `reason takes at most ${maxReasonLength} characters on one line`, 'reason'));
  return change(changes, scope, async (transaction) => {
    const store = alertsStore(transaction);
    if ((await store.hold(scope, alertId)) === null) return noAlert;
    await store.setMute(alertId, until === null ? null : { until, by: scope.userId, reason: reason?.trim() || null });
    return finishChange(scope, transaction, alertId, until === null ? 'alert.unmuted' : 'alert.muted', now);
  });
}

/** Deletes an alert. Its log remains. */
export async function deleteAlert(
  changes: AlertChanges,
  scope: Scope,
  alertId: number,
): Promise<Result<true, Failure>> {
  const now = changes.clock.now();
  const gone = await change(changes, scope, async (transaction) => {
    const store = alertsStore(transaction);
    const before = await store.hold(scope, alertId);
    if (before === null) return noAlert;
    await store.endOpen(alertId, now);
    await store.remove(alertId);
    await record(scope, transaction, before, 'alert.deleted', now);
    return ok(before);
  });
  return gone.ok ? ok(true) : gone;
}

interface AlertWork {
  readonly transaction: Database;
  readonly written: WrittenAlert;
  readonly planning: WrittenPlanning | null;
  /** Null: a new alert. */
  readonly before: StoredAlert | null;
}

async function buildDraft(
  { clock, sites, mayCall, contactsOf }: AlertChanges,
  scope: Scope,
  { transaction, written, planning, before }: AlertWork,
): Promise<Result<AlertDraft, Failure>> {
  const store = alertsStore(transaction);
  const [snapshot, members] = await Promise.all([sites.snapshot(scope), contactsOf(scope.organizationId)]);
  const known = new Set((await store.plannings(scope)).map(({ id }) => id));
  const contacts = findNamableMembers(scope, members, before);
  const read = parseAlert(written, { snapshot, contacts, planningIds: known, mayCall });
  if (!read.ok) return read;
  let draft = read.value;
  if (planning !== null) {
    const work = { transaction, members, installationId: draft.installationId, at: clock.now() };
    const planningId = await writePlanning(work, scope, planning);
    if (!planningId.ok) return planningId;
    draft = { ...draft, planningIds: [...new Set([...draft.planningIds, planningId.value])] };
  }
  const lists = await store.plannings(scope);
  return checkRecipients(
    draft,
    lists.filter(({ id }) => draft.planningIds.includes(id)),
  );
}

type Action =
  | 'alert.created'
  | 'alert.changed'
  | 'alert.switchedOn'
  | 'alert.switchedOff'
  | 'alert.muted'
  | 'alert.unmuted'
  | 'alert.deleted';

async function finishChange(scope: Scope, transaction: Database, alertId: number, action: Action, at: Instant) {
  const after = await alertsStore(transaction).find(scope, alertId);
  if (after === null) throw new Error('an alert that was just written is gone');
  await record(scope, transaction, after, action, at);
  return ok(after);
}

async function record(
  scope: Scope,
  transaction: Database,
  { id, name, installationId }: StoredAlert,
  action: Action,
  at: Instant,
) {
  await recordAudit(scope, transaction, { at, action, details: { name }, subjectId: id, installationId });
}

/** Runs a change in a transaction and publishes `alerts.changed` after the commit. */
async function change(
  { db, bus }: ChangeWriting,
  { organizationId }: Scope,
  make: (transaction: Database) => Promise<Result<StoredAlert, Failure>>,
): Promise<Result<StoredAlert, Failure>> {
  const made = await inTransaction(db, async (transaction) => unwrap(await make(transaction)));
  if (made.ok) {
    const { id, installationId } = made.value;
    bus.publish('alerts.changed', { organizationId, installationId, alertId: id });
  }
  return made;
}
