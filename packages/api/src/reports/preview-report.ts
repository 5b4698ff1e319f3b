import { err, type Failure, failure, type Instant, type LocalDate, ok, type Result } from '@atrium/domain/core';
import { audit } from '../audit/index.ts';
import { askerOf } from '../platform/concurrency/asker.ts';
import { shareCapacity } from '../platform/concurrency/share-capacity.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import type { ComposedReport, MailFile, ReportPart, ReportRequest } from './composed-report.ts';
import { nextOf } from './definitions/change-reports.ts';
import { readReport, type WrittenReport } from './definitions/check-report.ts';
import type { ReportRecipient } from './delivery.ts';
import { nameOf } from './recipients.ts';
import { pageOf } from './sending/page-of-report.ts';
import { filesOf, partsOf } from './sending/report-files.ts';
import { requestOf } from './sending/report-request.ts';
import type { SendingDependencies } from './sending/sending-dependencies.ts';

export interface ReportPreview {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly pdf: PreviewFile | null;
  readonly spreadsheet: PreviewFile | null;
  readonly recipients: readonly ReportRecipient[];
  readonly nextAt: Instant | null;
  readonly from: LocalDate;
  /** Excluded. */
  readonly to: LocalDate;
}

export interface PreviewFile {
  /** A path of this server, good for an hour or two. */
  readonly path: string;
  readonly bytes: number;
}

export type PreviewReport = (
  scope: Scope,
  written: WrittenReport,
  parts: readonly ReportPart[],
  signal?: AbortSignal,
) => Promise<Result<ReportPreview, Failure>>;

/** The files of a report that nobody is sent. */
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
const capacity = { atOnce: 2, ofOne: 1, waiting: [40, 4, 2], waitMs: 60_000 } as const;

/** Reports that are made while somebody waits for them. They share what the machine has for that. */
export function createWatchedReports(deps: SendingDependencies): {
  readonly preview: PreviewReport;
  readonly download: DownloadReport;
} {
  const turns = shareCapacity(capacity);
  return { preview: createPreview(deps, turns), download: createDownload(deps, turns) };
}

type Turns = ReturnType<typeof shareCapacity>;

/** The files of a report about days chosen on a page, seen as far as the caller sees. */
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
        await audit(scope, deps.db, {
          at: deps.clock.now(),
          action: 'report.downloaded',
          details: { name },
          installationId,
        });
        return ok({
          pdf: await keep(deps, scope, `${fileName}.pdf`, 'requested.pdf', pdf),
          spreadsheet: await keep(deps, scope, `${fileName}.xlsx`, 'requested.xlsx', spreadsheet),
        });
      },
      askerOf(scope, signal),
    );
}

/** What a form would send if it were sent now: the same mail by the same code, seen as far as the caller sees. */
function createPreview(deps: SendingDependencies, turns: Turns): PreviewReport {
  return async (scope, written, parts, signal) => {
    const snapshot = await deps.sites.snapshot(scope);
    const draft = readReport(written, snapshot);
    if (!draft.ok) return draft;
    const site = snapshot.sites.get(draft.value.installationId);
    if (site === undefined) return err(failure('NOT_FOUND', 'No such installation', 'input.installationId'));
    const at = deps.clock.now();
    const request = requestOf(draft.value, site, { at, slot: null, isLate: false }, await nameOf(deps.access, scope));
    return turns.run(
      async () => {
        const made = [...new Set([...partsOf(draft.value), ...parts])];
        const composed = await deps.compose(scope, request, { parts: made, ...(signal && { signal }) });
        if (!composed.ok) return composed;
        const report = composed.value;
        const openIn = deps.links.to(...(await pageOf(deps.sites, scope, request)));
        const { html, text } = report.mail({
          unsubscribe: null,
          openIn,
          files: attachedTo(draft.value, report, openIn),
        });
        const { emails, installationId } = draft.value;
        const kept = (part: ReportPart, ...file: Kept) => (parts.includes(part) ? keep(deps, scope, ...file) : null);
        return ok({
          subject: report.subject,
          html: withPictures(html, report),
          text,
          pdf: await kept('pdf', `${report.fileName}.pdf`, 'report.pdf', report.pdf),
          spreadsheet: await kept('spreadsheet', `${report.fileName}.xlsx`, 'report.xlsx', report.spreadsheet),
          recipients: await deps.recipientsOf(scope, { reportId: null, installationId, emails }),
          nextAt: nextOf(draft.value, snapshot, at),
          from: request.from,
          to: request.to,
        });
      },
      askerOf(scope, signal),
    );
  };
}

/** The pictures within the document itself: a frame without an origin may fetch nothing. */
function withPictures(html: string, { pictures }: ComposedReport): string {
  return pictures.reduce(
    (text, { cid, png }) =>
      text.replaceAll(`cid:${cid}`, `data:image/png;base64,${Buffer.from(png).toString('base64')}`),
    html,
  );
}

/** As its mail will tell of them, of what the draft attaches; a file too large for a mail is fetched from another page. */
function attachedTo(
  { attachPdf, attachSpreadsheet }: Pick<WrittenReport, 'attachPdf' | 'attachSpreadsheet'>,
  { pdf, spreadsheet, fileName }: ComposedReport,
  page: string,
): readonly MailFile[] {
  const none = new Uint8Array();
  const { made, isTooLarge } = filesOf({
    fileName,
    pdf: attachPdf ? pdf : none,
    spreadsheet: attachSpreadsheet ? spreadsheet : none,
  });
  return made.map(({ name, bytes }) => ({ name, bytes: bytes.length, href: isTooLarge ? page : null }));
}

type Kept = readonly [name: string, file: string, bytes: Uint8Array];

/** One file of each kind to a person: the next preview takes its place. */
async function keep(
  { files, clock }: SendingDependencies,
  { organizationId, userId }: Scope,
  ...[name, file, bytes]: Kept
): Promise<PreviewFile | null> {
  if (bytes.length === 0) return null;
  const key = `reports/${organizationId}/previews/${userId ?? 0}-${file}`;
  await files.store.put(key, bytes);
  return { path: files.addresses.downloadAddressOf({ key, name }, clock.now() + hour), bytes: bytes.length };
}
