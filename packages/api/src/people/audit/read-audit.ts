import { err, type Failure, failure, ok, type Result, type UserId } from '@atrium/domain/core';
import { activityActions } from '@atrium/domain/people/audit';
import { type Page, parsePageRequest, writeCursor } from '../../platform/graphql/connections.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { AuditEntry, AuditFilter, AuditStore } from './audit.store.ts';

/** Returns the names of members by id. Former users are omitted. */
export type FindMemberNames = (scope: Scope, ids: readonly UserId[]) => Promise<ReadonlyMap<UserId, string>>;

/** An entry with the current names of its users. Null: none, or a former user. */
export interface ReadableEntry extends AuditEntry {
  readonly actorName: string | null;
  readonly viewAsName: string | null;
}

export interface PageRequest {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

export interface AuditReads {
  readonly store: AuditStore;
  readonly namesOf: FindMemberNames;
}

/** Returns all entries of the scope's organization, newest first. NOT_FOUND for a user it never had. */
export async function readAuditLog(
  reads: AuditReads,
  scope: Scope,
  filter: AuditFilter,
  wanted: PageRequest,
): Promise<Result<Page<ReadableEntry>, Failure>> {
  const page = await readPage(reads, scope, filter, wanted);
  const { actorUserId } = filter;
  if (!page.ok || page.value.count > 0 || actorUserId === undefined) return page;
  const known = await reads.namesOf(scope, [actorUserId]);
  return known.has(actorUserId) ? page : err(failure('NOT_FOUND', 'No such user', 'filter.actorUserId'));
}

/** Returns the entries that every member may read: actions of daily work. */
export function readActivityLog(
  reads: AuditReads,
  scope: Scope,
  wanted: PageRequest,
): Promise<Result<Page<ReadableEntry>, Failure>> {
  return readPage(reads, scope, { actions: activityActions }, wanted);
}

async function readPage(
  { store, namesOf }: AuditReads,
  scope: Scope,
  filter: AuditFilter,
  wanted: PageRequest,
): Promise<Result<Page<ReadableEntry>, Failure>> {
  const request = parsePageRequest(wanted);
  if (!request.ok) return request;
  const { size, from } = request.value;
  const before = from === null ? null : from[0];
  if (before !== null && (typeof before !== 'number' || !Number.isInteger(before)))
    return err(failure('BAD_INPUT', 'after takes a cursor of an earlier page', 'after'));
  const [found, count] = await Promise.all([store.page(scope, filter, size, before), store.count(scope, filter)]);
  const shown = found.slice(0, size);
  const people = shown.flatMap(({ actorUserId, viewAsUserId }) => [actorUserId, viewAsUserId]);
  const names = await namesOf(scope, [...new Set(people.filter((person) => person !== null))]);
  const nameOf = (person: UserId | null) => (person === null ? null : (names.get(person) ?? null));
  return ok({
    count,
    edges: shown.map((entry) => ({
      cursor: writeCursor([entry.id]),
      node: { ...entry, actorName: nameOf(entry.actorUserId), viewAsName: nameOf(entry.viewAsUserId) },
    })),
    hasNextPage: found.length > shown.length,
    hasPreviousPage: before !== null,
  });
}
