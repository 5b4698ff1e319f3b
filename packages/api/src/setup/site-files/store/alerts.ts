import type { AlertCondition } from '@atrium/domain/actions/alerts';
import { id, type OrganizationId } from '@atrium/domain/core';
import { type AlertDraft, alertsStore, type StoredAlert, toRuleKey } from '../../../actions/alerts/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import {
  type AlertState,
  type ConditionState,
  getId,
  joinKey,
  type Loader,
  type RecordChange,
  splitKey,
  type Writing,
} from '../../../sites/stored/index.ts';

/** Loads recipient lists without deleted people. */
export async function loadRecipientLists(loader: Loader, db: Database, organizationId: OrganizationId): Promise<void> {
  for (const { id: listId, name, emails, phones, userIds } of await alertsStore(db).plannings(
    systemScope(organizationId),
  ))
    loader.put('recipientList', listId, {
      name,
      emails: [...emails].sort(),
      phones: [...phones].sort(),
      users: userIds.flatMap((userId) => loader.knownKey('user', userId) ?? []).sort(),
    });
}

export async function loadAlerts(loader: Loader, db: Database, organizationId: OrganizationId): Promise<void> {
  const copies = new Map<string, number>();
  for (const alert of await alertsStore(db).all(systemScope(organizationId))) {
    const installation = loader.keyOf('installation', alert.installationId);
    const named = joinKey(installation, alert.name);
    const copy = (copies.get(named) ?? 0) + 1;
    copies.set(named, copy);
    loader.put('alert', alert.id, stateOf(alert, installation, copy, loader));
  }
}

function stateOf(alert: StoredAlert, installation: string, copy: number, loader: Loader): AlertState {
  const { name, enabled, condition, emails, phones, planningIds, actions } = alert;
  return {
    installation,
    name,
    copy,
    enabled,
    condition: conditionOf(condition, loader),
    emails: [...emails].sort(),
    phones: [...phones].sort(),
    lists: planningIds.map((listId) => loader.keyOf('recipientList', listId)).sort(),
    notifications: actions.map(({ type, msgTitle, msgContent, recipients }) => ({
      type,
      title: msgTitle,
      content: msgContent,
      address: recipients[0] ?? null,
    })),
  };
}

function conditionOf(condition: AlertCondition, loader: Loader): ConditionState {
  const { zoneId, passageIds, eventId, padIds, deviceAtmosphereIds, ...rest } = condition;
  const serial = (deviceId: number) => loader.keyOf('device', deviceId);
  return {
    ...rest,
    zone: loader.localKey('zone', zoneId),
    passages: passageIds.map((passageId) => loader.localKey('passage', passageId) as string),
    event: eventId === null ? null : (splitKey(loader.keyOf('event', eventId)).at(-1) as string),
    devices: padIds.map(serial),
    airSensors: deviceAtmosphereIds.map(serial),
  };
}

export async function writeRecipientLists(
  changes: readonly RecordChange<'recipientList'>[],
  writing: Writing,
): Promise<void> {
  const store = alertsStore(writing.db);
  const scope = systemScope(writing.organizationId);
  for (const { key, after } of changes) {
    const known = writing.ids.recipientList.get(key);
    if (after === null) await store.removePlanning(scope, getId('recipientList', key, writing));
    else {
      const list = { ...after, userIds: after.users.map((user) => getId('user', user, writing)) };
      if (known !== undefined) {
        if ((await store.updatePlanning(scope, known, list)) === 'name taken')
          throw new Error(`two recipient lists of a site file are called ${after.name}`);
      } else writing.ids.recipientList.set(key, (await store.insertPlanning(scope, list)) as number);
    }
  }
}

/** Writes alerts as the form does: a changed rule ends open firings and restarts the evaluation. */
export async function writeAlerts(changes: readonly RecordChange<'alert'>[], writing: Writing): Promise<void> {
  const store = alertsStore(writing.db);
  const scope = systemScope(writing.organizationId);
  for (const { key, after } of changes) {
    const known = writing.ids.alert.get(key);
    if (after === null) {
      const alertId = getId('alert', key, writing);
      await store.endOpen(alertId, writing.now);
      await store.remove(alertId);
    } else if (known !== undefined) await rewriteAlert(scope, known, after, writing);
    else {
      const alertId = await store.insert(scope, draftOf(after, writing), writing.now);
      if (!after.enabled) await store.setEnabled(alertId, false, 1);
      writing.ids.alert.set(key, alertId);
    }
  }
}

async function rewriteAlert(scope: Scope, alertId: number, after: AlertState, writing: Writing): Promise<void> {
  const store = alertsStore(writing.db);
  const before = await store.hold(scope, alertId);
  if (before === null) throw new Error(`the alert ${alertId} is gone while a site file changes it`);
  const draft = draftOf(after, writing);
  const isJudgedAnew = toRuleKey(before) !== toRuleKey(draft) || before.enabled !== after.enabled;
  const revision = before.revision + (isJudgedAnew ? 1 : 0);
  await store.update(alertId, draft, revision);
  if (before.enabled !== after.enabled) await store.setEnabled(alertId, after.enabled, revision);
  if (isJudgedAnew) await store.endOpen(alertId, writing.now);
}

function draftOf(alert: AlertState, writing: Writing): AlertDraft {
  const { installation, name, condition, emails, phones, lists, notifications } = alert;
  const { zone, passages, event, devices, airSensors, ...rest } = condition;
  const local = (kind: 'zone' | 'passage' | 'event', key: string) => getId(kind, joinKey(installation, key), writing);
  const eventId = event === null ? null : id<NonNullable<AlertDraft['eventId']>>(local('event', event));
  return {
    name,
    installationId: id(getId('installation', installation, writing)),
    eventId,
    condition: {
      ...rest,
      zoneId: zone === null ? null : id(local('zone', zone)),
      passageIds: passages.map((passage) => id(local('passage', passage))),
      eventId,
      padIds: devices.map((serial) => id(getId('device', serial, writing))),
      deviceAtmosphereIds: airSensors.map((serial) => id(getId('device', serial, writing))),
    },
    emails,
    phones,
    planningIds: lists.map((list) => getId('recipientList', list, writing)).sort((a, b) => a - b),
    actions: notifications.map(({ type, title, content, address }) => ({
      type,
      msgTitle: title,
      msgContent: content,
      recipients: address === null ? [] : [address],
    })),
  };
}
