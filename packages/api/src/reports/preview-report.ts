import { err, type Failure, failure, type Instant, type LocalDate, ok, type Result } from '@atrium/domain/core';
import { fewAtOnce } from '../platform/concurrency/few-at-once.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import type { ComposedReport, MailFile, ReportPart } from './composed-report.ts';
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

const hour = 3_600_000;
/** Previews that wait for their turn; more are told to come back. */
const mostWaiting = 8;

/** What a form would send if it were sent now: the same mail by the same code, seen as far as the caller sees. */
export function createPreviewReport(deps: SendingDependencies): PreviewReport {
  const compose = fewAtOnce(deps.compose, 1);
  let waiting = 0;
  return async (scope, written, parts, signal) => {
    const snapshot = await deps.sites.snapshot(scope);
    const draft = readReport(written, snapshot);
    if (!draft.ok) return draft;
    const site = snapshot.sites.get(draft.value.installationId);
    if (site === undefined) return err(failure('NOT_FOUND', 'No such installation', 'input.installationId'));
    if (waiting >= mostWaiting) return err(failure('OVERLOADED', 'Too many previews at once. Try again'));
    const at = deps.clock.now();
    const request = requestOf(draft.value, site, { at, slot: null, isLate: false }, await nameOf(deps.access, scope));
    waiting += 1;
    try {
      const made = [...new Set([...partsOf(draft.value), ...parts])];
      const composed = await compose(scope, request, { parts: made, ...(signal && { signal }) });
      if (!composed.ok) return composed;
      const report = composed.value;
      const openIn = deps.links.to(...(await pageOf(deps.sites, scope, request)));
      const { html, text } = report.mail({ unsubscribe: null, openIn, files: attachedTo(draft.value, report, openIn) });
      const { emails, installationId } = draft.value;
      return ok({
        subject: report.subject,
        html: withPictures(html, report),
        text,
        pdf: await keep(deps, scope, report, parts.includes('pdf') ? 'pdf' : null),
        spreadsheet: await keep(deps, scope, report, parts.includes('spreadsheet') ? 'spreadsheet' : null),
        recipients: await deps.recipientsOf(scope, { reportId: null, installationId, emails }),
        nextAt: nextOf(draft.value, snapshot, at),
        from: request.from,
        to: request.to,
      });
    } finally {
      waiting -= 1;
    }
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
  report: ComposedReport,
  page: string,
): readonly MailFile[] {
  const { made, isTooLarge } = filesOf({
    fileName: report.fileName,
    pdf: attachPdf ? report.pdf : nothing.pdf,
    spreadsheet: attachSpreadsheet ? report.spreadsheet : nothing.spreadsheet,
  });
  return made.map(({ name, bytes }) => ({ name, bytes: bytes.length, href: isTooLarge ? page : null }));
}

/** One file of each kind to a person: the next preview takes its place. null: it was not asked for, or can't be made. */
async function keep(
  { files, clock }: SendingDependencies,
  { organizationId, userId }: Scope,
  report: ComposedReport,
  part: 'pdf' | 'spreadsheet' | null,
): Promise<PreviewFile | null> {
  const file =
    part === null ? undefined : filesOf({ ...nothing, fileName: report.fileName, [part]: report[part] }).made[0];
  if (file === undefined) return null;
  const key = `reports/${organizationId}/previews/${userId ?? 0}-report.${file.extension}`;
  await files.store.put(key, file.bytes);
  const path = files.addresses.downloadAddressOf({ key, name: file.name }, clock.now() + hour);
  return { path, bytes: file.bytes.length };
}

const nothing = { pdf: new Uint8Array(), spreadsheet: new Uint8Array() };
