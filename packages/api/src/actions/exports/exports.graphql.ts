import { exportDataTypes, exportFormats, exportTargets } from '@atrium/domain/actions/exports';
import { failure, type InstallationId, id } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { buildConnectionType } from '../../platform/graphql/connections.ts';
import { orThrow, toGraphqlError } from '../../platform/graphql/errors.ts';
import { getEnumType } from '../../platform/graphql/structures.ts';
import type { ExportsDependencies } from './exports-dependencies.ts';
import { deleteExportFile, readExports, resendExport, type ShownExport } from './manage-exports.ts';
import { registerExportPreview } from './preview.graphql.ts';
import { registerRepeating } from './repeating/repeating.graphql.ts';
import { buildRequestArgs, buildSpanArgs } from './request-args.graphql.ts';
import { cancelExport, listPossibleRecipients, type PossibleRecipient, requestExport } from './request-export.ts';

/** Registers `exportData`, its size, the caller's exports, and the possible recipients. */
export function registerExports(builder: Builder, deps: ExportsDependencies): void {
  const job = registerJob(builder);
  registerAsking(builder, deps);
  registerExportPreview(builder, deps);
  registerRecipients(builder, deps);
  registerRepeating(builder, deps);
  const connection = buildConnectionType<ShownExport>(builder, 'ExportJob', job);
  builder.queryField('exportJobs', (t) =>
    t.withAuth({ area: 'exports' }).field({
      type: connection,
      description: "The caller's own exports, newest first.",
      args: { first: t.arg.int(), after: t.arg.string() },
      resolve: async (_root, { first, after }, { scope }) => orThrow(await readExports(deps, scope, { first, after })),
    }),
  );
  builder.mutationField('cancelExport', (t) =>
    t.withAuth({ area: 'exports' }).boolean({
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, args, { scope }) => orThrow(await cancelExport(deps, scope, args.id)),
    }),
  );
  builder.mutationField('deleteExportFile', (t) =>
    t.withAuth({ area: 'exports' }).boolean({
      description:
        'Takes the file of one of the caller’s exports away. Links to it, also those in mails, lead nowhere.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, args, { scope }) => orThrow(await deleteExportFile(deps, scope, args.id)),
    }),
  );
  builder.mutationField('sendExportAgain', (t) =>
    t.withAuth({ area: 'exports' }).field({
      type: job,
      cost: () => 200_000,
      description: 'Mails a file that is still kept once more, to those of its recipients who may get it now.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, args, { scope }) => orThrow(await resendExport(deps, scope, args.id)),
    }),
  );
}

function registerAsking(builder: Builder, deps: ExportsDependencies): void {
  builder.queryField('exportData', (t) =>
    t.withAuth({ area: 'exports' }).int({
      cost: () => 200_000,
      description:
        'Has a file made and mailed to members; the id of the export. A query with an effect: never cached or repeated.',
      args: {
        ...buildRequestArgs(builder, t),
        ...buildSpanArgs(t),
        userIds: t.arg.intList({
          required: true,
          description: 'Members who get it, 1 to 50; none where mail is not set up.',
        }),
        idempotencyKey: t.arg.string({ description: 'The same wish sent again under it is one wish.' }),
      },
      resolve: async (_root, { idempotencyKey, ...raw }, { scope }) =>
        orThrow(await requestExport(deps, scope, raw, idempotencyKey ?? null)).id,
    }),
  );
}

function registerJob(builder: Builder) {
  const state = builder.enumType('ExportState', {
    values: ['waiting', 'running', 'done', 'failed', 'cancelled', 'expired'] as const,
  });
  const problem = builder.enumType('ExportProblem', {
    values: ['rights', 'gone', 'readings', 'overloaded', 'space', 'internal'] as const,
  });
  const deliveryStatus = builder.enumType('ExportMails', {
    values: ['none', 'underway', 'delivered', 'failed'] as const,
  });
  return builder.objectRef<ShownExport>('ExportJob').implement({
    fields: (t) => ({
      id: t.int({ resolve: ({ job }) => job.id }),
      state: t.field({ type: state, resolve: ({ job }) => job.state }),
      problem: t.field({ type: problem, nullable: true, resolve: ({ job }) => job.problem }),
      dataType: t.field({
        type: getEnumType(builder, 'ExportDataType', exportDataTypes),
        resolve: ({ job }) => job.request.dataType,
      }),
      target: t.field({
        type: getEnumType(builder, 'ExportTarget', exportTargets),
        resolve: ({ job }) => job.request.target,
      }),
      format: t.field({
        type: getEnumType(builder, 'ExportFormat', exportFormats),
        resolve: ({ job }) => job.request.format,
      }),
      granularity: t.int({ description: 'Seconds.', resolve: ({ job }) => job.request.granularity }),
      includeSubZones: t.boolean({ resolve: ({ job }) => job.request.includeSubZones }),
      repeatingId: t.int({
        nullable: true,
        description: 'The repeating export it is one time of; null: asked for once, or that is gone.',
        resolve: ({ job }) => job.repeatingId,
      }),
      installationId: t.int({ resolve: ({ job }) => job.installationId }),
      zoneIds: t.intList({ length: { most: 500 }, resolve: ({ job }) => [...job.request.zoneIds] }),
      site: t.exposeString('site', { nullable: true, description: 'null: it is gone.' }),
      timezone: t.exposeString('timezone', { nullable: true }),
      from: t.field({ type: 'Timestamp', resolve: ({ job }) => job.request.from }),
      to: t.field({ type: 'Timestamp', description: 'Excluded.', resolve: ({ job }) => job.request.to }),
      firstDay: t.exposeString('firstDay', { nullable: true, description: 'Of the site; null: it is gone.' }),
      lastDay: t.exposeString('lastDay', { nullable: true, description: 'Included.' }),
      createdAt: t.field({ type: 'Timestamp', resolve: ({ job }) => job.createdAt }),
      startedAt: t.field({ type: 'Timestamp', nullable: true, resolve: ({ job }) => job.startedAt }),
      finishedAt: t.field({ type: 'Timestamp', nullable: true, resolve: ({ job }) => job.finishedAt }),
      rowsDone: t.int({ resolve: ({ job }) => job.rowsDone }),
      rowsTotal: t.int({ description: 'At the most.', resolve: ({ job }) => job.rowsTotal }),
      isContinued: t.boolean({
        description: 'It was begun anew after a restart.',
        resolve: ({ job }) => job.attempts > 1,
      }),
      bytes: t.int({ nullable: true, resolve: ({ job }) => job.bytes }),
      expiresAt: t.field({ type: 'Timestamp', nullable: true, resolve: ({ job }) => job.expiresAt }),
      address: t.exposeString('address', { nullable: true, description: 'A path, good for an hour.' }),
      recipients: t.stringList({ length: { most: 50 }, resolve: ({ recipients }) => [...recipients] }),
      mails: t.field({ type: deliveryStatus, resolve: ({ mails }) => mails }),
      wasAttached: t.boolean({ resolve: ({ job }) => job.wasAttached }),
    }),
  });
}

function registerRecipients(builder: Builder, deps: ExportsDependencies): void {
  const whyNot = builder.enumType('WhyNoExport', { values: ['site', 'numbers', 'address'] as const });
  const recipient = builder.objectRef<PossibleRecipient>('ExportRecipient').implement({
    fields: (t) => ({
      userId: t.int({ resolve: ({ userId }) => userId }),
      name: t.exposeString('name'),
      whyNot: t.expose('whyNot', { type: whyNot, nullable: true, description: 'null: they may get it.' }),
    }),
  });
  builder.queryField('exportRecipients', (t) =>
    t.withAuth({ area: 'exports' }).field({
      type: [recipient],
      length: { most: 500 },
      description: 'The members the caller knows, and who of them may get data of a site.',
      args: { installationId: t.arg.int({ required: true }) },
      resolve: async (_root, args, { scope }) => {
        const installationId = id<InstallationId>(args.installationId);
        if ((await deps.sites.topology(scope, installationId)) === null)
          throw toGraphqlError(failure('NOT_FOUND', 'No such site', 'installationId'));
        return (await listPossibleRecipients(deps, scope, installationId)).slice(0, 500);
      },
    }),
  );
}
