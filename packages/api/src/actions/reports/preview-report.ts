import { err, type Failure, failure, type Instant, type LocalDate, ok, type Result } from '@atrium/domain/core';
import { recordAudit } from '../../people/audit/index.ts';
import { buildQueryOwner } from '../../platform/concurrency/query-owner.ts';
import { shareCapacity } from '../../platform/concurrency/share-capacity.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { buildPagePath, buildRequest } from './build-request.ts';
import { findNextSlotAt } from './change-reports.ts';
import { parseReport, type WrittenReport } from './check-report.ts';
import type { ComposedReport, MailFile, ReportPart, ReportRequest } from './composed-report.ts';
import type { ReportRecipient } from './delivery.ts';
import { findMemberName } from './recipients.ts';
import { listFiles, listParts } from './report-files.ts';
import type { SendingDependencies } from './sending-dependencies.ts';

export interface ReportPreview {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly pdf: PreviewFile | null;
  readonly spreadsheet: PreviewFile | null;
  readonly recipients: readonly ReportRecipient[];
  readonly nextAt: Instant | null;
  readonly from: LocalDate;
  /** Exclusive. */
  readonly to: LocalDate;
}

export interface PreviewFile {
  /** Path on this server, valid for one to two hours. */
  readonly path: string;
  readonly bytes: number;
}

export type PreviewReport = (
  scope: Scope,
  written: WrittenReport,
  parts: readonly ReportPart[],
  signal?: AbortSignal,
) => Promise<Result<ReportPreview, Failure>>;

/** Files of a report for download only. */
export interface ReportDownload {
  readonly pdf: PreviewFile | null;
  readonly spreadsheet: PreviewFile | null;
}

export type DownloadReport = (
  scope: Scope,
  request: ReportRequest,
  signal?: AbortSignal,
) => Promise<Result<ReportDownload, Failure>>;

const hour = 3_600_000;
const capacity = { concurrency: 2, perOwner: 1, waiting: [40, 4, 2], waitMs: 60_000 } as const;

/** Creates previews and downloads, which a user waits for. They share one concurrency limit. */
export function createInteractiveReports(deps: SendingDependencies): {
  readonly preview: PreviewReport;
  readonly download: DownloadReport;
} {
  const turns = shareCapacity(capacity);
  return { preview: createPreview(deps, turns), download: createDownload(deps, turns) };
}

type Turns = ReturnType<typeof shareCapacity>;

/** Builds the download of a report about chosen days, limited to the caller's scope. */
function createDownload(deps: SendingDependencies, turns: Turns): DownloadReport {
  return (scope, request, signal) =>
    turns.run(
      async () => {
        const composed = await deps.compose(scope, request, {
          parts: ['pdf', 'spreadsheet'],
          ...(signal && { signal }),
        });
        if (!composed.ok) return composed;
        const { fileName, pdf, spreadsheet } = composed.value;
        const { title: name, installationId } = request;
        await recordAudit(scope, deps.db, {
          at: deps.clock.now(),
          action: 'report.downloaded',
          details: { name },
          installationId,
        });
        return ok({
          pdf: await storePreviewFile(deps, scope, `${fileName}.pdf`, 'requested.pdf', pdf),
          spreadsheet: await storePreviewFile(deps, scope, `${fileName}.xlsx`, 'requested.xlsx', spreadsheet),
        });
      },
      buildQueryOwner(scope, signal),
    );
}

/** Builds the preview of a form: the mail that would be sent now, by the same code, limited to the caller's scope. */
function createPreview(deps: SendingDependencies, turns: Turns): PreviewReport {
  return async (scope, written, parts, signal) => {
    const snapshot = await deps.sites.snapshot(scope);
    const draft = parseReport(written, snapshot);
    if (!draft.ok) return draft;
    const site = snapshot.sites.get(draft.value.installationId);
    if (site === undefined) return err(failure('NOT_FOUND', 'No such installation', 'input.installationId'));
    const at = deps.clock.now();
    const request = buildRequest(
      draft.value,
      site,
      { at, slot: null, isLate: false },
      await findMemberName(deps.access, scope),
    );
    return turns.run(
      async () => {
        const made = [...new Set([...listParts(draft.value), ...parts])];
        const composed = await deps.compose(scope, request, { parts: made, ...(signal && { signal }) });
        if (!composed.ok) return composed;
        const report = composed.value;
        const openIn = deps.links.to(...(await buildPagePath(deps.sites, scope, request)));
        const { html, text } = report.mail({
          unsubscribe: null,
          openIn,
          files: listMailFiles(draft.value, report, openIn),
        });
        const { emails, installationId } = draft.value;
        const kept = (part: ReportPart, ...file: Kept) =>
          parts.includes(part) ? storePreviewFile(deps, scope, ...file) : null;
        return ok({
          subject: report.subject,
          html: embedPictures(html, report),
          text,
          pdf: await kept('pdf', `${report.fileName}.pdf`, 'report.pdf', report.pdf),
          spreadsheet: await kept('spreadsheet', `${report.fileName}.xlsx`, 'report.xlsx', report.spreadsheet),
          recipients: await deps.recipientsOf(scope, { reportId: null, installationId, emails }),
          nextAt: findNextSlotAt(draft.value, snapshot, at),
          from: request.from,
          to: request.to,
        });
      },
      buildQueryOwner(scope, signal),
    );
  };
}

/** Embeds the pictures in the document, because a frame without an origin cannot load any. */
function embedPictures(html: string, { pictures }: ComposedReport): string {
  return pictures.reduce(
    (text, { cid, png }) =>
      text.replaceAll(`cid:${cid}`, `data:image/png;base64,${Buffer.from(png).toString('base64')}`),
    html,
  );
}

/** Lists the attachments as the mail will. A file too large to attach links to the page instead. */
function listMailFiles(
  { attachPdf, attachSpreadsheet }: Pick<WrittenReport, 'attachPdf' | 'attachSpreadsheet'>,
  { pdf, spreadsheet, fileName }: ComposedReport,
  page: string,
): readonly MailFile[] {
  const none = new Uint8Array();
  const { made, isTooLarge } = listFiles({
    fileName,
    pdf: attachPdf ? pdf : none,
    spreadsheet: attachSpreadsheet ? spreadsheet : none,
  });
  return made.map(({ name, bytes }) => ({ name, bytes: bytes.length, href: isTooLarge ? page : null }));
}

type Kept = readonly [name: string, file: string, bytes: Uint8Array];

/** Stores one file of each kind per user. The next preview replaces it. */
async function storePreviewFile(
  { files, clock }: SendingDependencies,
  { organizationId, userId }: Scope,
  ...[name, file, bytes]: Kept
): Promise<PreviewFile | null> {
  if (bytes.length === 0) return null;
  const key = `reports/${organizationId}/previews/${userId ?? 0}-${file}`;
  await files.store.put(key, bytes);
  return { path: files.addresses.buildDownloadUrl({ key, name }, clock.now() + hour), bytes: bytes.length };
}
