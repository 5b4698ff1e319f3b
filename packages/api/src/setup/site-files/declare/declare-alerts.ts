import { type AlertCondition, checkCondition, emptyCondition } from '@atrium/domain/actions/alerts';
import { id } from '@atrium/domain/core';
import { describeProblem, parseActions } from '../../../actions/alerts/index.ts';
import {
  type AlertState,
  type ConditionState,
  joinKey,
  keyBuilders,
  type RecipientListState,
} from '../../../sites/stored/index.ts';
import { watchesRemoved } from '../compare-states.ts';
import type { DeclaredAlert, DeclaredCondition } from '../format/alerts.ts';
import type { SiteFile } from '../format/site-file.ts';
import { type Declaring, firstDefined } from './declaring.ts';

const sorted = (list: readonly string[]) => [...new Set(list)].sort();

const countOf = ({ emails, phones, users }: RecipientListState) => emails.length + phones.length + users.length;

/** Declares the recipient lists of alerts. */
export function declareRecipientLists(file: SiteFile, declaring: Declaring): void {
  if (declaring.prune) declaring.next.recipientList.clear();
  for (const declared of file.recipientLists ?? []) {
    const { name } = declared;
    const stored = declaring.stored('recipientList', name);
    const users = firstDefined(declared.users, stored?.users, []);
    for (const user of users)
      if (!declaring.next.user.has(user)) declaring.problem(declared, 'users', `there is no user ${user}`);
    const list = {
      name,
      emails: sorted(firstDefined(declared.emails, stored?.emails, [])),
      phones: sorted(firstDefined(declared.phones, stored?.phones, [])),
      users: sorted(users),
    };
    // A stored list may be empty after its last person was removed, and may be declared again unchanged.
    if (countOf(list) === 0 && (stored === undefined || countOf(stored) > 0))
      declaring.problem(declared, '', `the recipient list ${name} needs somebody`);
    declaring.declare('recipientList', list, declared, 'name', `the recipient list ${name}`);
  }
}

/**
 * Declares the alerts of sites. Pruning removes those that a declared site leaves out, except alerts no file can name
 * any more.
 */
export function declareAlerts(file: SiteFile, declaring: Declaring): void {
  for (const { key: installation, alerts } of file.installations ?? []) {
    if (declaring.prune)
      for (const [key, stored] of declaring.current.alert)
        if (stored.installation === installation && !watchesRemoved(stored, declaring.next))
          declaring.next.alert.delete(key);
    for (const declared of alerts ?? []) declareAlert(declared, installation, declaring);
  }
}

function declareAlert(declared: DeclaredAlert, installation: string, declaring: Declaring): void {
  const { name } = declared;
  const copy = declared.copy ?? 1;
  const stored = declaring.stored('alert', keyBuilders.alert({ installation, name, copy } as AlertState));
  const alert: AlertState = {
    installation,
    name,
    copy,
    enabled: firstDefined(declared.enabled, stored?.enabled, true),
    condition: conditionOf(declared.condition, installation, declaring),
    emails: sorted(firstDefined(declared.emails, stored?.emails, [])),
    phones: sorted(firstDefined(declared.phones, stored?.phones, [])),
    lists: sorted(firstDefined(declared.lists, stored?.lists, [])),
    notifications: notificationsOf(declared, stored, declaring),
  };
  for (const list of alert.lists)
    if (!declaring.next.recipientList.has(list))
      declaring.problem(declared, 'lists', `there is no recipient list "${list}"`);
  const before = declaring.next.alert.has(keyBuilders.alert({ ...alert, copy: copy === 2 ? 1 : copy - 1 }));
  if (copy > 1 && !before) declaring.problem(declared, 'copy', `there is no alert "${name}" before copy ${copy}`);
  declaring.declare('alert', alert, declared, 'name', `the alert ${name} of ${installation}`);
}

function notificationsOf(
  declared: DeclaredAlert,
  stored: AlertState | undefined,
  declaring: Declaring,
): AlertState['notifications'] {
  if (declared.notifications === undefined) return stored?.notifications ?? [];
  const actions = parseActions(
    declared.notifications.map(({ type, title, content, address }) => ({
      type,
      msgTitle: title,
      msgContent: content ?? '',
      recipients: address === undefined ? [] : [address],
    })),
  );
  if (!actions.ok) {
    declaring.problem(declared, 'notifications', actions.error.message);
    return [];
  }
  return actions.value.map(({ type, msgTitle, msgContent, recipients }) => ({
    type,
    title: msgTitle,
    content: msgContent,
    address: recipients[0] ?? null,
  }));
}

/** Condition fields whose names differ between file and domain. */
const fileNames: Readonly<Record<string, string>> = {
  zoneId: 'zone',
  passageIds: 'passages',
  eventId: 'event',
  padIds: 'devices',
  deviceAtmosphereIds: 'airSensors',
};

function conditionOf(declared: DeclaredCondition, installation: string, declaring: Declaring): ConditionState {
  const { zone = null, passages = [], event = null, devices = [], airSensors = [], ...rest } = declared;
  const { zoneId, passageIds, eventId, padIds, deviceAtmosphereIds, ...empty } = emptyCondition(declared.type);
  const names = { zone, passages, event, devices, airSensors };
  checkNames(declared, names, installation, declaring);
  const plain = { ...empty, ...rest };
  // The check only needs to know whether an id is set, so any id will do.
  const ids = (list: readonly string[]) => list.map((_, index) => index + 1);
  const checked = {
    ...plain,
    zoneId: zone === null ? zoneId : id(1),
    passageIds: passages.length === 0 ? passageIds : ids(passages),
    eventId: event === null ? eventId : id(1),
    padIds: devices.length === 0 ? padIds : ids(devices),
    deviceAtmosphereIds: airSensors.length === 0 ? deviceAtmosphereIds : ids(airSensors),
  } as AlertCondition;
  for (const problem of checkCondition(checked)) {
    const field = fileNames[problem.field] ?? problem.field;
    declaring.problem(declared, field in declared ? field : '', `${field} ${describeProblem(problem)}`);
  }
  return { ...plain, ...names };
}

type Names = Pick<ConditionState, 'zone' | 'passages' | 'event' | 'devices' | 'airSensors'>;

function checkNames(
  declared: DeclaredCondition,
  { zone, passages, event, devices, airSensors }: Names,
  installation: string,
  declaring: Declaring,
): void {
  const at = (kind: 'zone' | 'passage' | 'event', name: string, field: string) => {
    if (!declaring.isKnown(kind, joinKey(installation, name)))
      declaring.problem(declared, field, `there is no ${kind} "${name}" at ${installation}`);
  };
  if (zone !== null) at('zone', zone, 'zone');
  for (const passage of passages) at('passage', passage, 'passages');
  if (event !== null) at('event', event, 'event');
  const device = (serial: string, field: string, isFitting: (kind: string) => boolean) => {
    const found = declaring.next.device.get(serial);
    if (
      found === undefined ||
      found.removedAt !== null ||
      found.installation !== installation ||
      !isFitting(found.kind)
    )
      declaring.problem(declared, field, `there is no such device "${serial}" at ${installation}`);
  };
  for (const serial of devices) device(serial, 'devices', () => true);
  for (const serial of airSensors) device(serial, 'airSensors', (kind) => kind === 'atmosphere');
}
