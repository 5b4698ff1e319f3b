import { failure, id, type UserId } from '@atrium/domain/core';
import { auditActions, isAuditAction } from '@atrium/domain/people/audit';
import type { Builder } from '../../platform/graphql/builder.ts';
import { buildConnectionType } from '../../platform/graphql/connections.ts';
import { orThrow, toGraphqlError } from '../../platform/graphql/errors.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { type AuditFilter, auditStore } from './audit.store.ts';
import {
  type AuditReads,
  type FindMemberNames,
  type ReadableEntry,
  readActivityLog,
  readAuditLog,
} from './read-audit.ts';

/** Registers the audit log for administrators, and the activity log for every member. */
export function registerAudit(
  builder: Builder,
  { db, namesOf }: { readonly db: Database; readonly namesOf: FindMemberNames },
): void {
  const reads = { store: auditStore(db), namesOf };
  registerAuditLog(builder, reads);
  registerActivityLog(builder, reads);
}

function registerAuditLog(builder: Builder, reads: AuditReads): void {
  const entry = builder.objectRef<ReadableEntry>('AuditEntry').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      at: t.expose('at', { type: 'Timestamp' }),
      action: t.exposeString('action'),
      actorUserId: t.exposeInt('actorUserId', { nullable: true, description: 'null: the system, or nobody known.' }),
      actorName: t.exposeString('actorName', { nullable: true, description: 'null as well for people who are gone.' }),
      viewAsUserId: t.exposeInt('viewAsUserId', { nullable: true, description: 'Whom the actor was looking as.' }),
      viewAsName: t.exposeString('viewAsName', { nullable: true }),
      subject: t.string({ description: 'What kind of thing it is about.', resolve: subjectOf }),
      subjectId: t.exposeInt('subjectId', { nullable: true }),
      details: t.expose('details', { type: 'JSON', description: 'What the action tells besides; its own shape.' }),
      address: t.exposeString('address', { nullable: true }),
    }),
  });
  const filter = builder.inputType('AuditFilter', {
    fields: (t) => ({
      actions: t.stringList(),
      actorUserId: t.int(),
      from: t.field({ type: 'Timestamp' }),
      to: t.field({ type: 'Timestamp', description: 'Excluded.' }),
    }),
  });
  const connection = buildConnectionType<ReadableEntry>(builder, 'Audit', entry);
  builder.queryField('auditLog', (t) =>
    t.withAuth({ area: 'auditLog' }).field({
      type: connection,
      description: 'Who did what, newest first.',
      args: { first: t.arg.int(), after: t.arg.string(), filter: t.arg({ type: filter }) },
      resolve: async (_root, { first, after, filter: wanted }, { scope }) =>
        orThrow(await readAuditLog(reads, scope, filterOf(wanted ?? {}), { first, after })),
    }),
  );
}

function registerActivityLog(builder: Builder, reads: AuditReads): void {
  const entry = builder.objectRef<ReadableEntry>('ActivityEntry').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      at: t.expose('at', { type: 'Timestamp' }),
      action: t.exposeString('action'),
      actorName: t.exposeString('actorName', { nullable: true, description: 'null: the system, or somebody gone.' }),
      subject: t.string({ description: 'What kind of thing it is about.', resolve: subjectOf }),
      subjectId: t.exposeInt('subjectId', { nullable: true }),
      details: t.expose('details', { type: 'JSON' }),
    }),
  });
  const connection = buildConnectionType<ReadableEntry>(builder, 'Activity', entry);
  builder.queryField('activityLog', (t) =>
    t.withAuth({ signedIn: true }).field({
      type: connection,
      description: 'What happened in the organization, newest first, as every member may know it.',
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async (_root, { first, after }, { scope }) =>
        orThrow(await readActivityLog(reads, scope, { first, after })),
    }),
  );
}

const subjectOf = ({ action }: ReadableEntry): string => auditActions[action].subject;

interface FilterInput {
  readonly actions?: readonly string[] | null | undefined;
  readonly actorUserId?: number | null | undefined;
  readonly from?: number | null | undefined;
  readonly to?: number | null | undefined;
}

function filterOf({ actions, actorUserId, from, to }: FilterInput): AuditFilter {
  const unknown = actions?.find((action) => !isAuditAction(action));
  if (unknown !== undefined) throw toGraphqlError(failure('BAD_INPUT', 'There is no such action', 'filter.actions'));
  return {
    ...(actions == null ? {} : { actions: actions.filter(isAuditAction) }),
    ...(actorUserId == null ? {} : { actorUserId: id<UserId>(actorUserId) }),
    ...(from == null ? {} : { from }),
    ...(to == null ? {} : { to }),
  };
}
