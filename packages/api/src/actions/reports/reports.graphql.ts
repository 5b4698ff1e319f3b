import { failure, omitNulls } from '@atrium/domain/core';
import type { Builder } from '../../platform/graphql/builder.ts';
import { buildConnectionType } from '../../platform/graphql/connections.ts';
import { orThrow, toGraphqlError } from '../../platform/graphql/errors.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { createReport, deleteReport, type ReportChanges, restoreReport, updateReport } from './change-reports.ts';
import type { WrittenReport } from './check-report.ts';
import type { DownloadReport, PreviewReport, ReportDownload, ReportPreview } from './preview-report.ts';
import { type ReadableDelivery, readDeliveries, readReportById, readReports, toReadable } from './read-reports.ts';
import { registerReportInputs, toWrittenReport } from './report-inputs.graphql.ts';
import { type ReportTypeReads, type ReportTypes, registerReportTypes } from './report-types.graphql.ts';
import type { StoredReport } from './reports.store.ts';
import {
  parseReportRequest,
  type ReportRequestDependencies,
  type RequestedDelivery,
  requestReport,
  sendTestDraft,
  sendTestReport,
} from './request-report.ts';

export interface ReportsDependencies {
  readonly reads: ReportTypeReads;
  readonly changes: ReportChanges;
  readonly asks: ReportRequestDependencies;
  readonly preview: PreviewReport;
  readonly download: DownloadReport;
  /** Returns the organization's name, for the sender in a preview. */
  readonly organizationName: (scope: Scope) => Promise<string>;
}

/** Cost in µs: making a report runs a dozen queries over a month and draws it. */
const makingCost = 400_000;

/** Registers scheduled reports, their history, and one-time reports. */
export function registerReports(builder: Builder, dependencies: ReportsDependencies): void {
  const types = registerReportTypes(builder, dependencies.reads);
  const inputs = registerReportInputs(builder, types);
  registerReads(builder, dependencies, types);
  registerPreview(builder, dependencies, types, inputs);
  registerChanges(builder, dependencies, types, inputs);
  registerAsks(builder, dependencies, inputs);
  registerDownload(builder, dependencies);
}

function registerReads(builder: Builder, { reads }: ReportsDependencies, { report, delivery }: ReportTypes): void {
  builder.queryField('allReports', (t) =>
    t.withAuth({ area: 'reports' }).field({
      type: [report],
      length: { most: 500 },
      description: 'By title.',
      resolve: async (_root, _args, { scope }) => [...(await readReports(reads, scope))],
    }),
  );
  builder.queryField('reportById', (t) =>
    t.withAuth({ area: 'reports' }).field({
      type: report,
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, { scope }) => {
        const found = await readReportById(reads, scope, id);
        if (found === null) throw toGraphqlError(failure('NOT_FOUND', 'No such report', 'id'));
        return found;
      },
    }),
  );
  const connection = buildConnectionType<ReadableDelivery>(builder, 'ReportDelivery', delivery);
  builder.queryField('reportDeliveries', (t) =>
    t.withAuth({ area: 'reports' }).field({
      type: connection,
      description: 'What a report sent, newest first.',
      args: { reportId: t.arg.int({ required: true }), first: t.arg.int(), after: t.arg.string() },
      resolve: async (_root, { reportId, first, after }, { scope }) =>
        orThrow(await readDeliveries(reads, scope, reportId, { first: first ?? 15, after })),
    }),
  );
}

type Inputs = ReturnType<typeof registerReportInputs>;

function registerPreview(
  builder: Builder,
  { preview, organizationName }: ReportsDependencies,
  { recipient }: ReportTypes,
  { input }: Inputs,
): void {
  const part = builder.enumType('ReportPart', { values: ['mail', 'pdf', 'spreadsheet'] as const });
  const shown = builder.objectRef<ReportPreview>('ReportPreview').implement({
    fields: (t) => ({
      subject: t.exposeString('subject'),
      from: t.withAuth({ area: 'tryReport' }).string({
        description: "The sender's name.",
        resolve: async (_preview, _args, { scope }) => `Atrium, ${await organizationName(scope)}`,
      }),
      html: t.exposeString('html', {
        description: 'A whole document with its pictures in it, without scripts: for a frame without rights.',
      }),
      text: t.exposeString('text'),
      pdfUrl: t.string({ nullable: true, resolve: ({ pdf }) => pdf?.path ?? null }),
      pdfBytes: t.int({ nullable: true, resolve: ({ pdf }) => pdf?.bytes ?? null }),
      spreadsheetUrl: t.string({ nullable: true, resolve: ({ spreadsheet }) => spreadsheet?.path ?? null }),
      spreadsheetBytes: t.int({ nullable: true, resolve: ({ spreadsheet }) => spreadsheet?.bytes ?? null }),
      recipients: t.field({ type: [recipient], length: { most: 50 }, resolve: ({ recipients }) => [...recipients] }),
      nextAt: t.expose('nextAt', { type: 'Timestamp', nullable: true }),
      from_date: t.exposeString('from', { description: 'The first day it covers.' }),
      to_date: t.exposeString('to', { description: 'Excluded.' }),
    }),
  });
  builder.queryField('previewReport', (t) =>
    t.withAuth({ area: 'tryReport' }).field({
      type: shown,
      description: 'What would be sent now. Files are made where they are asked for.',
      cost: () => makingCost,
      args: { input: t.arg({ type: input, required: true }), parts: t.arg({ type: [part] }) },
      resolve: async (_root, { input: given, parts }, { scope, signal }) =>
        orThrow(await preview(scope, toWrittenReport(given), parts ?? [], signal)),
    }),
  );
}

function registerChanges(
  builder: Builder,
  { reads, changes }: ReportsDependencies,
  { report }: ReportTypes,
  { input, changesInput }: Inputs,
): void {
  const shown = async (scope: Scope, stored: StoredReport) => {
    const [found] = await toReadable(reads, scope, [stored]);
    if (found === undefined) throw new Error('a report that was just written is gone');
    return found;
  };
  builder.mutationField('createReport', (t) =>
    t.withAuth({ area: 'newReport' }).field({
      type: report,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: given }, { scope }) =>
        shown(scope, orThrow(await createReport(changes, scope, toWrittenReport(given)))),
    }),
  );
  builder.mutationField('updateReport', (t) =>
    t.withAuth({ area: 'updateReport' }).field({
      type: report,
      description: 'What is left out stays. Whoever changes it answers for it from now on.',
      args: { id: t.arg.int({ required: true }), input: t.arg({ type: changesInput, required: true }) },
      resolve: async (_root, { id, input: given }, { scope }) =>
        shown(scope, orThrow(await updateReport(changes, scope, id, omitNulls(given) as Partial<WrittenReport>))),
    }),
  );
  builder.mutationField('deleteReport', (t) =>
    t.withAuth({ area: 'deleteReport' }).boolean({
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, { scope }) => orThrow(await deleteReport(changes, scope, id)),
    }),
  );
  builder.mutationField('restoreReport', (t) =>
    t.withAuth({ area: 'deleteReport' }).field({
      type: report,
      description: 'Puts back what was deleted within the last hour.',
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, { scope }) => shown(scope, orThrow(await restoreReport(changes, scope, id))),
    }),
  );
}

function registerAsks(builder: Builder, { asks }: ReportsDependencies, { input }: Inputs): void {
  const asked = builder.objectRef<RequestedDelivery>('ReportTest').implement({
    description: 'Under way: its delivery tells what becomes of it.',
    fields: (t) => ({
      deliveryId: t.exposeInt('deliveryId'),
      sentTo: t.stringList({ length: { most: 50 }, resolve: ({ sentTo }) => [...sentTo] }),
    }),
  });
  builder.mutationField('sendTestReport', (t) =>
    t.withAuth({ area: 'tryReport' }).field({
      type: asked,
      description: "To the caller's own address only.",
      cost: () => makingCost,
      args: { id: t.arg.int({ required: true }) },
      resolve: async (_root, { id }, { scope }) => orThrow(await sendTestReport(asks, scope, id)),
    }),
  );
  builder.mutationField('sendReportDraft', (t) =>
    t.withAuth({ area: 'tryReport' }).field({
      type: asked,
      description: "What a form holds, to the caller's own address only.",
      cost: () => makingCost,
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: given }, { scope }) =>
        orThrow(await sendTestDraft(asks, scope, toWrittenReport(given))),
    }),
  );
  builder.mutationField('createRetailReport', (t) =>
    t.withAuth({ area: 'newReport' }).field({
      type: asked,
      description: 'Sends a report once, about zones of one site.',
      cost: () => makingCost,
      args: { ...wishArgs(t), emails: t.arg.stringList({ required: true }) },
      resolve: async (_root, { emails, ...wish }, { scope }) =>
        orThrow(await requestReport(asks, scope, writtenWish(wish), emails)),
    }),
  );
}

/** Registers the download of what `createRetailReport` sends, for installations without mail. */
function registerDownload(builder: Builder, { asks, download }: ReportsDependencies): void {
  const files = builder.objectRef<ReportDownload>('ReportFiles').implement({
    description: 'Paths of this server, good for an hour.',
    fields: (t) => ({
      pdfUrl: t.string({ nullable: true, resolve: ({ pdf }) => pdf?.path ?? null }),
      spreadsheetUrl: t.string({ nullable: true, resolve: ({ spreadsheet }) => spreadsheet?.path ?? null }),
    }),
  });
  builder.queryField('retailReportFiles', (t) =>
    t.withAuth({ area: 'newReport' }).field({
      type: files,
      description: 'Makes a report once, about zones of one site, to be downloaded.',
      cost: () => makingCost,
      args: wishArgs(t),
      resolve: async (_root, wish, { scope, signal }) =>
        orThrow(await download(scope, orThrow(await parseReportRequest(asks, scope, writtenWish(wish))), signal)),
    }),
  );
}

const wishArgs = ({ arg }: Pick<Parameters<Parameters<Builder['queryField']>[1]>[0], 'arg'>) => ({
  from: arg.string({ required: true, description: 'A day of the site, YYYY-MM-DD.' }),
  to: arg.string({ required: true, description: 'Excluded.' }),
  zoneIds: arg.intList({ required: true, description: 'The first is what it is about.' }),
  granularity: arg.int({ required: true, description: 's: 3600, 10800, 21600, 86400, 604800 or 2592000.' }),
  title: arg.string(),
  language: arg.string(),
});

const writtenWish = <Wish extends { title?: string | null | undefined; language?: string | null | undefined }>(
  wish: Wish,
) => ({ ...wish, title: wish.title ?? null, language: wish.language ?? null });
