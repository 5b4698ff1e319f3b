import type { MailContent } from '../../../platform/channels/channel.ts';
import type { Link } from '../links.ts';
import type { Speech } from '../messages/speech.ts';
import { button, facts, paragraph, small } from './blocks.ts';
import { renderMail } from './layout.ts';

export interface ExportReadyParams {
  readonly site: string;
  /** In the reader's language, like `attachment.filename`. */
  readonly dataType: string;
  readonly timezone: string;
  /** Period of the data; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  readonly bytes: number;
  /** Name of the requester. Empty: a former user. */
  readonly askedBy: string;
  readonly link: Link;
  /** Expiry of the link. */
  readonly until: number;
  /** `file`: its key. Null: too large for a mail. */
  readonly attachment: { readonly filename: string; readonly format: string; readonly file: string } | null;
}

const contentTypes: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
};

/** Renders the mail of an export: attached if it fits, and always as a link. */
export function renderExportReady(speech: Speech, params: ExportReadyParams): MailContent {
  const { site, dataType, timezone, from, to, rows, bytes, askedBy, link, until, attachment } = params;
  const title = speech.say('exportReady.title', { site, dataType });
  const how = speech.say(attachment === null ? 'exportReady.linkOnly' : 'exportReady.attached');
  const mail = renderMail(speech, {
    subject: speech.say('exportReady.subject', { site, dataType }),
    preview: how,
    title,
    blocks: [
      paragraph(how),
      facts([
        [speech.say('exportReady.from'), speech.moment(from, timezone)],
        [speech.say('exportReady.to'), speech.moment(to, timezone)],
        [speech.say('exportReady.rows'), speech.number(rows, 0)],
        [speech.say('exportReady.size'), speech.size(bytes)],
      ]),
      button(speech.say('exportReady.button'), link),
      small(speech.say('exportReady.until', { until: speech.moment(until, timezone) })),
      ...(askedBy === '' ? [] : [small(speech.say('exportReady.why', { name: askedBy }))]),
    ],
  });
  if (attachment === null) return mail;
  const { filename, format, file } = attachment;
  const contentType = contentTypes[format] ?? 'application/octet-stream';
  return { ...mail, attachments: [{ filename, contentType, file }] };
}

interface ExportFailedParams {
  readonly site: string;
  /** In the reader's language. */
  readonly dataType: string;
  readonly problem: 'rights' | 'gone' | 'readings' | 'overloaded' | 'space' | 'internal';
  /** Link to the export page. */
  readonly link: Link;
}

/** Renders the mail about a failed export: the reason, and what to do. */
export function renderExportFailed(speech: Speech, { site, dataType, problem, link }: ExportFailedParams) {
  const reason = speech.say(`exportFailed.${problem}`);
  return renderMail(speech, {
    subject: speech.say('exportFailed.subject', { site, dataType }),
    preview: reason,
    title: speech.say('exportFailed.title'),
    blocks: [
      paragraph(speech.say('exportFailed.what', { site, dataType })),
      paragraph(reason),
      button(speech.say('exportFailed.button'), link),
    ],
  });
}
