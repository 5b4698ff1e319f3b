import { err, type Failure, failure, type InstallationId, type Instant, ok, type Result } from '@atrium/domain/core';
import { isAllowed } from '@atrium/domain/people/access';
import { knowsMember, type MemberContacts } from '../../../people/access/index.ts';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { checkSeesAllSites, type Scope } from '../../../platform/tenancy/index.ts';
import type { Planning, StoredPlanning } from './alert.ts';
import { alertsStore } from './alerts.store.ts';
import { parsePlanning } from './check-alert.ts';

/** A recipient list submitted with an alert: a new one, or (with an id) a changed one. */
export interface WrittenPlanning {
  readonly id: number | null;
  readonly name: string | null;
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly userIds: readonly number[];
}

export interface PlanningContext {
  readonly transaction: Database;
  /** All members of the organization. */
  readonly members: readonly MemberContacts[];
  /** Site of the alert it is submitted with. */
  readonly installationId: InstallationId;
  readonly at: Instant;
}

const nameTaken = err(failure('BAD_INPUT', 'There is a recipient list of that name', 'planning.name'));
const noList = err(failure('NOT_FOUND', 'No such recipient list', 'planning.id'));

/**
 * Creates or updates a recipient list and returns its id. Changing one needs the right to change alerts and access to
 * all sites of the alerts that use it. A list without alerts belongs to the whole organization.
 */
export async function writePlanning(
  work: PlanningContext,
  scope: Scope,
  written: WrittenPlanning,
): Promise<Result<number, Failure>> {
  return written.id === null ? insertPlanning(work, scope, written) : updatePlanning(work, scope, written.id, written);
}

async function insertPlanning(
  { transaction, members, installationId, at }: PlanningContext,
  scope: Scope,
  written: WrittenPlanning,
): Promise<Result<number, Failure>> {
  const list = parsePlanning(written, findNamableMembers(scope, members, null));
  if (!list.ok) return list;
  const planningId = await alertsStore(transaction).insertPlanning(scope, list.value);
  if (planningId === null) return nameTaken;
  const entry = { at, subjectId: planningId, installationId, details: { name: list.value.name } };
  await recordAudit(scope, transaction, { ...entry, action: 'recipientList.created' });
  return ok(planningId);
}

async function updatePlanning(
  { transaction, members, at }: PlanningContext,
  scope: Scope,
  planningId: number,
  written: WrittenPlanning,
): Promise<Result<number, Failure>> {
  const store = alertsStore(transaction);
  if (!(await store.plannings(scope)).some(({ id }) => id === planningId)) return noList;
  const held = await store.holdPlanning(scope, planningId);
  if (held === null) return noList;
  if (!isAllowed(scope, 'updateAlert'))
    return err(failure('FORBIDDEN', 'Changing a recipient list takes the right to change alerts', 'planning.id'));
  const { planning: before, sites } = held;
  const allowed = checkSeesAllSites(scope, sites.length === 0 ? null : sites, 'planning.id');
  if (!allowed.ok) return allowed;
  const list = parsePlanning(written, findNamableMembers(scope, members, before));
  if (!list.ok) return list;
  const changes = changesBetween(before, list.value);
  if (changes.changed.length === 0) return ok(planningId);
  if ((await store.updatePlanning(scope, planningId, list.value)) === 'name taken') return nameTaken;
  const [site, ...others] = sites;
  await recordAudit(scope, transaction, {
    at,
    action: 'recipientList.changed',
    subjectId: planningId,
    details: { name: list.value.name, ...changes },
    ...(site === undefined || others.length > 0 ? {} : { installationId: site }),
  });
  return ok(planningId);
}

type Named = Pick<Planning, 'emails' | 'phones'> & { readonly userIds?: readonly number[] };

/** Returns the members the scope may name as recipients: those it knows, and those already named. */
export function findNamableMembers(
  scope: Scope,
  members: readonly MemberContacts[],
  before: Named | null,
): readonly MemberContacts[] {
  const wasNamed = ({ userId, email, phone }: MemberContacts) =>
    before !== null &&
    ((email !== null && before.emails.includes(email)) ||
      (phone !== null && before.phones.includes(phone)) ||
      before.userIds?.includes(userId) === true);
  return members.filter((member) => knowsMember(scope, member) || wasNamed(member));
}

function changesBetween(before: StoredPlanning, after: Planning) {
  const valuesOf = ({ name, emails, phones, userIds }: Planning) => ({
    name,
    emails: emails.join(', '),
    phones: phones.join(', '),
    members: userIds.join(', '),
  });
  const [was, is] = [valuesOf(before), valuesOf(after)];
  const changed = (['name', 'emails', 'phones', 'members'] as const).filter((field) => was[field] !== is[field]);
  const only = (values: typeof was) => Object.fromEntries(changed.map((field) => [field, values[field]]));
  return { changed, before: only(was), after: only(is) };
}
