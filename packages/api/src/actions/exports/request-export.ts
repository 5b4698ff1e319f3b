import './exports.events.ts';
import {
  countRows,
  type ExportRequest,
  listExportPlaces,
  maxExportRows,
  parseExportRequest,
  type RawExportRequest,
} from '@atrium/domain/actions/exports';
import { err, type Failure, failure, type InstallationId, id, ok, type Result, type UserId } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import { knowsMember, type MemberContacts } from '../../people/access/index.ts';
import { recordAudit } from '../../people/audit/index.ts';
import { inTransaction, unwrap } from '../../platform/relational/in-transaction.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from './exports-dependencies.ts';
import { type AccessProblem, findAccessProblem } from './exports-dependencies.ts';
import type { ExportJob } from './job.ts';
import { jobsStore } from './jobs.store.ts';

/** Limit of pending and running exports per organization. */
const maxOpenExports = 20;
const maxKeyLength = 100;

const noRight = err(failure('FORBIDDEN', 'Exporting data is not among your rights'));

/**
 * Enqueues an export, to be made and mailed to its recipients. Without mail it needs no recipients, and the caller
 * downloads it. A repeated request with the same idempotency key returns the same export.
 */
export async function requestExport(
  deps: ExportsDependencies,
  scope: Scope,
  raw: RawExportRequest,
  idempotencyKey: string | null,
): Promise<Result<ExportJob, Failure>> {
  const { db, clock, bus } = deps;
  if (scope.userId === null || !(await deps.mayExport(scope))) return noRight;
  if (idempotencyKey !== null && (idempotencyKey === '' || idempotencyKey.length > maxKeyLength))
    return err(failure('BAD_INPUT', `idempotencyKey takes 1 to ${maxKeyLength} characters`, 'idempotencyKey'));
  const request = parseExportRequest(raw, { mayLackRecipients: deps.delivery.mail === 'none' });
  if (!request.ok) return request;
  const sized = await findSize(deps, scope, request.value);
  if (!sized.ok) return sized;
  const refused = await checkRecipients(deps, scope, request.value);
  if (refused !== null) return err(refused);
  const at = clock.now();
  const asked = await inTransaction<ExportJob>(db, async (transaction) => {
    const store = jobsStore(transaction);
    if ((await store.countOpen(scope)) >= maxOpenExports)
      return unwrap(err(failure('RATE_LIMITED', `At most ${maxOpenExports} exports of an organization wait at once`)));
    const [job, isRepeated] = await store.insert(scope, {
      request: addActor(scope, request.value),
      rowsTotal: sized.value.rows,
      at,
      idempotencyKey,
    });
    if (!isRepeated)
      await recordAudit(scope, transaction, {
        at,
        action: 'export.asked',
        details: { name: sized.value.site.name, recipients: request.value.userIds.length },
        subjectId: job.id,
        installationId: job.installationId,
      });
    return job;
  });
  if (asked.ok) bus.publish('exports.asked', {});
  return asked;
}

/** Adds the actor to a request if an administrator views as the owner. */
export const addActor = <Request extends object>({ viewedBy }: Scope, request: Request): Request =>
  viewedBy === null ? request : { ...request, askedBy: viewedBy };

/** Returns the site and the number of rows. Refuses exports larger than a file may be. */
export async function findSize(
  { sites }: Pick<ExportsDependencies, 'sites'>,
  scope: Scope,
  request: ExportRequest,
): Promise<Result<{ readonly site: Topology; readonly rows: number }, Failure>> {
  const site = await sites.topology(scope, request.installationId);
  if (site === null) return err(failure('NOT_FOUND', 'No such site', 'installationId'));
  const places = listExportPlaces(site, request);
  if (!places.ok) return places;
  const { rows } = countRows(site, request, request.granularity, places.value.length);
  if (rows > maxExportRows)
    return err(
      failure('RANGE_TOO_WIDE', `An export has at most ${maxExportRows} rows: ask for coarser steps`, 'granularity'),
    );
  return ok({ site, rows });
}

/** Returns the problem with the recipients of a file, or null. */
export async function checkRecipients(
  deps: ExportsDependencies,
  scope: Scope,
  { userIds, installationId }: ExportRequest,
): Promise<Failure | null> {
  const possible = await listPossibleRecipients(deps, scope, installationId);
  const judged = userIds.map((userId) => possible.find((member) => member.userId === userId)?.whyNot);
  if (judged.includes(undefined)) return failure('NOT_FOUND', 'No such member', 'userIds');
  return judged.every((whyNot) => whyNot === null)
    ? null
    : failure('BAD_INPUT', 'Recipients are members who may see this site and have a verified address', 'userIds');
}

/** Cancels an export. A finished file stays. */
export async function cancelExport(
  { db, clock, sites }: ExportsDependencies,
  scope: Scope,
  jobId: number,
): Promise<Result<true, Failure>> {
  const at = clock.now();
  return inTransaction(db, async (transaction) => {
    const store = jobsStore(transaction);
    const job = await store.hold(scope, jobId);
    if (job === null) return unwrap(err(failure('NOT_FOUND', 'No such export', 'id')));
    if (job.state !== 'waiting' && job.state !== 'running')
      return unwrap(err(failure('BAD_INPUT', 'This export is over already', 'id')));
    await store.cancel(scope, jobId, at);
    const site = await sites.topology(scope, job.installationId);
    await recordAudit(scope, transaction, {
      at,
      action: 'export.cancelled',
      details: { name: site?.name ?? '' },
      subjectId: jobId,
      installationId: job.installationId,
    });
    return true as const;
  });
}

/** A member of the organization, and whether they may get a file about a site. */
export interface PossibleRecipient {
  readonly userId: UserId;
  readonly name: string;
  readonly language: string;
  readonly email: string | null;
  /** Null: allowed. */
  readonly whyNot: AccessProblem | null;
}

type Needs = Pick<ExportsDependencies, 'contactsOf' | 'namesOf' | 'scopeOfMember' | 'sites'>;

/** Returns the members the scope knows as possible recipients of a file about a site, sorted by name. */
export async function listPossibleRecipients(
  { contactsOf, namesOf, scopeOfMember, sites }: Needs,
  scope: Scope,
  installationId: InstallationId,
): Promise<readonly PossibleRecipient[]> {
  const members = (await contactsOf(scope.organizationId)).filter((member) => knowsMember(scope, member));
  const names = await namesOf(
    scope,
    members.map(({ userId }) => id<UserId>(userId)),
  );
  const judged = members.map(async ({ userId, language, email }: MemberContacts): Promise<PossibleRecipient> => {
    const member = id<UserId>(userId);
    const theirs = await scopeOfMember(scope.organizationId, member);
    const whyNot = await findAccessProblem(sites, theirs, installationId, email);
    return { userId: member, name: names.get(member) ?? '', language, email, whyNot };
  });
  return (await Promise.all(judged)).toSorted((left, right) => left.name.localeCompare(right.name));
}
