import {
  type AlertCondition,
  type ConditionProblem,
  checkCondition,
  emptyCondition,
  getConditionType,
  isConditionTypeName,
} from '@atrium/domain/actions/alerts';
import { err, type Failure, failure, type InstallationId, ok, type Result } from '@atrium/domain/core';
import type { MemberContacts } from '../../../people/access/index.ts';
import type { Site, SiteSnapshot } from '../../../sites/index.ts';
import { type ActionType, type AlertAction, type AlertDraft, actionTypes, type Planning } from './alert.ts';

/** A condition as submitted. Omitted fields get the defaults of a new one. */
export type WrittenCondition = { readonly type: string; readonly installationId: number } & {
  readonly [Field in Exclude<keyof AlertCondition, 'type'>]?: unknown;
};

export interface WrittenAction {
  readonly type: string;
  readonly msgTitle?: string | null | undefined;
  readonly msgContent: string;
  readonly recipients?: readonly string[] | null | undefined;
}

export interface WrittenAlert {
  readonly name: string;
  readonly conditions: readonly WrittenCondition[];
  readonly actions: readonly WrittenAction[];
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly planningIds: readonly number[];
}

/** Returns whether a job may call a URL. Host names that resolve to blocked addresses fail only when called. */
export type MayCall = (url: URL) => boolean;

/** Data an alert is validated against: the caller's sites, and the organization's members and recipient lists. */
export interface AlertContext {
  readonly mayCall: MayCall;
  readonly snapshot: SiteSnapshot;
  readonly contacts: readonly MemberContacts[];
  readonly planningIds: ReadonlySet<number>;
}

const maxNameLength = 100;
const maxTitleLength = 200;
const maxContentLength = 2000;
const maxActions = 5;
const maxContacts = 50;

const wrong = (message: string, field: string) => err(failure('BAD_INPUT', message, field));
const unknown = (what: string, field: string) => err(failure('NOT_FOUND', `No such ${what}`, field));

/** Parses a submitted alert, or returns the first problem. Its places must belong to one site of the caller. */
export function parseAlert(written: WrittenAlert, surroundings: AlertContext): Result<AlertDraft, Failure> {
  const name = written.name.trim();
  if (name === '' || name.length > maxNameLength) return wrong(`name takes 1 to ${maxNameLength} characters`, 'name');
  const [condition] = written.conditions;
  if (condition === undefined || written.conditions.length > 1)
    return wrong('An alert has one condition', 'conditions');
  const site = surroundings.snapshot.sites.get(condition.installationId as InstallationId);
  if (site === undefined) return unknown('installation', 'condition.installationId');
  const read = parseCondition(condition, site);
  if (!read.ok) return read;
  const actions = parseActions(written.actions);
  if (!actions.ok) return actions;
  const closed = actions.value.findIndex((action) => !callsOnly(action, surroundings.mayCall));
  if (closed !== -1) return err({ ...closedAddress, field: `actions.${closed}.recipients` });
  const { emails, phones, planningIds } = written;
  const contacts = checkContacts({ emails, phones }, surroundings.contacts);
  if (!contacts.ok) return contacts;
  if (planningIds.some((id) => !surroundings.planningIds.has(id))) return unknown('recipient list', 'planningIds');
  return ok({
    name,
    installationId: site.id,
    eventId: read.value.eventId,
    condition: read.value,
    ...contacts.value,
    actions: actions.value,
    planningIds: [...new Set(planningIds)].sort((a, b) => a - b),
  });
}

/** Parses a submitted condition, or returns the first problem. Its places must belong to the site. */
export function parseCondition(written: WrittenCondition, site: Site): Result<AlertCondition, Failure> {
  if (!isConditionTypeName(written.type))
    return wrong(`There is no condition "${written.type.slice(0, 40)}"`, 'condition.type');
  const { installationId: _site, type, ...given } = written;
  const stated = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
  const condition = withoutForeignFields({
    ...emptyCondition(written.type),
    ...Object.fromEntries(stated),
  } as AlertCondition);
  const place = checkPlaces(condition, site);
  if (place !== null) return err(place);
  const [problem] = checkCondition(condition);
  return problem === undefined ? ok(condition) : err(failureOf(problem));
}

/** Drops the fields of types with a chosen metric from other types, and the deviation from those without one. */
function withoutForeignFields(condition: AlertCondition): AlertCondition {
  const has = (field: string) => getConditionType(condition.type).fields.some(({ name }) => name === field);
  return {
    ...condition,
    ...(has('metric') ? {} : { metric: null, interval: null }),
    ...(has('deviation') ? {} : { deviation: null }),
  };
}

function checkPlaces(condition: AlertCondition, { topology, events }: Site): Failure | null {
  const missing = (what: string, field: string) => failure('NOT_FOUND', `No such ${what}`, `condition.${field}`);
  const { zoneId, passageIds, eventId, padIds, deviceAtmosphereIds } = condition;
  const isThere = (list: readonly { readonly id: number; readonly removedAt?: number | null }[], id: number) =>
    list.some((one) => one.id === id && (one.removedAt ?? null) === null);
  if (zoneId !== null && !isThere(topology.zones, zoneId)) return missing('zone', 'zoneId');
  if (passageIds.some((id) => !isThere(topology.passages, id))) return missing('passage', 'passageIds');
  if (padIds.some((id) => !isThere(topology.devices, id))) return missing('device', 'padIds');
  const air = topology.devices.filter(({ kind }) => kind === 'atmosphere');
  if (deviceAtmosphereIds.some((id) => !isThere(air, id))) return missing('air sensor', 'deviceAtmosphereIds');
  if (eventId !== null && !events.some(({ id }) => id === eventId)) return missing('event', 'eventId');
  return null;
}

function failureOf({ field, ...problem }: ConditionProblem): Failure {
  return failure('BAD_INPUT', `${field} ${describeProblem(problem as ConditionProblem)}`, `condition.${field}`);
}

/** Describes a problem of a field, to follow the field's name. */
export function describeProblem(problem: ConditionProblem): string {
  switch (problem.kind) {
    case 'required':
      return 'is required';
    case 'unknown':
      return 'takes one of the documented choices';
    case 'whole':
      return 'takes whole numbers';
    case 'range':
      return `takes numbers from ${problem.min} to ${problem.max}`;
    case 'greaterThan':
      return `must be greater than ${problem.of}`;
    case 'atLeast':
      return `must be ${problem.bound} or more`;
    case 'atMost':
      return `must be ${problem.bound} or less`;
  }
}

/** Parses the notification methods of an alert, or returns the first problem. */
export function parseActions(written: readonly WrittenAction[]): Result<readonly AlertAction[], Failure> {
  if (written.length > maxActions) return wrong(`An alert has at most ${maxActions} notifications`, 'actions');
  const actions: AlertAction[] = [];
  for (const [index, { type, msgTitle, msgContent, recipients }] of written.entries()) {
    const field = (name: string) => `actions.${index}.${name}`;
    if (!(actionTypes as readonly string[]).includes(type))
      return wrong(`type takes ${actionTypes.join(', ')}`, field('type'));
    // A notification without a title is stored with a space.
    const title = msgTitle?.trim() || ' ';
    if (title.length > maxTitleLength || /\p{Cc}/u.test(title))
      return wrong(`msgTitle takes at most ${maxTitleLength} characters on one line`, field('msgTitle'));
    if (msgContent.length > maxContentLength || /[^\P{Cc}\n]/u.test(msgContent))
      return wrong(`msgContent takes at most ${maxContentLength} characters`, field('msgContent'));
    const called = type === 'job' ? (recipients ?? []) : [];
    if (type === 'job' && (called.length !== 1 || !isHttpsAddress(called[0] ?? '')))
      return wrong('A job calls one address that begins with https://', field('recipients'));
    actions.push({ type: type as ActionType, msgTitle: title, msgContent, recipients: [...called] });
  }
  return ok(actions);
}

/** Error for a job whose URL delivery would refuse to call. */
export const closedAddress: Failure = {
  ...failure('BAD_INPUT', 'A job calls an address of the public internet or of ATRIUM_CALLABLE_NETWORKS'),
  reason: { id: 'closedAddress', values: {} },
};

const callsOnly = ({ recipients }: AlertAction, mayCall: MayCall) =>
  recipients.every((address) => mayCall(new URL(address)));

function isHttpsAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && url.username === '' && text.length <= 500;
}

type Contacts = Pick<Planning, 'emails' | 'phones'>;

/** Checks that every contact is verified by a member, so that a typo never notifies a stranger. */
export function checkContacts(
  { emails, phones }: Contacts,
  members: readonly MemberContacts[],
): Result<Contacts, Failure> {
  if (emails.length + phones.length > maxContacts) return wrong(`At most ${maxContacts} contacts`, 'contacts');
  const read = {
    emails: unique(emails.map((one) => one.trim().toLowerCase())),
    phones: unique(phones.map((one) => one.trim())),
  };
  const proven = (field: 'email' | 'phone') =>
    new Set(members.flatMap((one) => (one[field] === null ? [] : [one[field]])));
  const [provenEmails, provenPhones] = [proven('email'), proven('phone')];
  const strangeEmail = read.emails.find((one) => !provenEmails.has(one));
  if (strangeEmail !== undefined)
    return wrong(`${strangeEmail.slice(0, 100)} is not the verified email of a member`, 'emails');
  const strangePhone = read.phones.find((one) => !provenPhones.has(one));
  if (strangePhone !== undefined)
    return wrong(`${strangePhone.slice(0, 40)} is not the verified phone of a member`, 'phones');
  return ok(read);
}

/**
 * Checks that each notification method has a recipient, in the alert or its lists. An alert without methods only writes
 * its log.
 */
export function checkRecipients(draft: AlertDraft, lists: readonly Planning[]): Result<AlertDraft, Failure> {
  const reaches: Readonly<Record<ActionType, boolean>> = {
    email: draft.emails.length > 0 || lists.some(({ emails, userIds }) => emails.length + userIds.length > 0),
    sms: draft.phones.length > 0 || lists.some(({ phones, userIds }) => phones.length + userIds.length > 0),
    push: lists.some(({ userIds }) => userIds.length > 0),
    job: true,
  };
  const silent = draft.actions.find(({ type }) => !reaches[type]);
  if (silent === undefined) return ok(draft);
  return wrong(
    `The ${silent.type} notification has no recipient: add one, or remove the notification`,
    `recipients.${silent.type}`,
  );
}

const unique = (list: readonly string[]) => [...new Set(list)];

/** Parses a recipient list of members and their verified contacts. */
export function parsePlanning(
  written: { readonly name?: string | null; readonly userIds: readonly number[] } & Contacts,
  members: readonly MemberContacts[],
): Result<Planning, Failure> {
  const name = (written.name ?? '').trim();
  if (name === '' || name.length > maxNameLength)
    return wrong(`name takes 1 to ${maxNameLength} characters`, 'planning.name');
  const contacts = checkContacts(written, members);
  if (!contacts.ok) return contacts;
  const userIds = [...new Set(written.userIds)];
  if (userIds.some((id) => !members.some(({ userId }) => userId === id))) return unknown('member', 'planning.userIds');
  return ok({ name, ...contacts.value, userIds });
}
