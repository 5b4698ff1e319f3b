import type { OrganizationId } from '@atrium/domain/core';
import type { MailAttachment } from '../../platform/channels/index.ts';
import type { Files } from '../../platform/files/index.ts';
import type { ComposedReport, ReportPart } from '../composed-report.ts';

/** Together, larger files are not attached but linked to, bytes: many servers take no mail of over 10 MB. */
const mostAttached = 7_000_000;
/** How long a linked file can be fetched, ms. */
export const linkedMs = 30 * 86_400_000;

const types = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export interface KeptFiles {
  readonly attachments: readonly MailAttachment[];
  /** The files that are no pictures; with a path of this server where they are too large to be attached. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly path: string | null }[];
}

/** Puts the files of a report where the outbox finds them when its mails leave. Done again, it changes nothing. */
export async function keepFiles(
  { store, addresses }: Files,
  folder: string,
  report: ComposedReport,
  until: number,
): Promise<KeptFiles> {
  const pictures: MailAttachment[] = [];
  for (const [index, { cid, png }] of report.pictures.entries()) {
    const file = `${folder}/picture-${index}.png`;
    await store.put(file, png);
    pictures.push({ filename: `${cid}.png`, contentType: 'image/png', file, contentId: cid });
  }
  const { made, isTooLarge } = filesOf(report);
  const named = made.map((part) => ({ ...part, key: `${folder}/report.${part.extension}` }));
  for (const { bytes, key } of named) await store.put(key, bytes);
  const files = named.map(({ key, name, bytes }) => ({
    name,
    bytes: bytes.length,
    path: isTooLarge ? addresses.downloadAddressOf({ key, name }, until) : null,
  }));
  if (isTooLarge) return { attachments: pictures, files };
  const attached = named.map(({ key, name, extension }) => ({
    filename: name,
    contentType: types[extension],
    file: key,
  }));
  return { attachments: [...pictures, ...attached], files };
}

/** The files that were made of a report, and whether they are too large together to be attached to its mail. */
export function filesOf(report: Pick<ComposedReport, 'pdf' | 'spreadsheet' | 'fileName'>) {
  const made = [
    { bytes: report.pdf, extension: 'pdf' as const },
    { bytes: report.spreadsheet, extension: 'xlsx' as const },
  ]
    .filter(({ bytes }) => bytes.length > 0)
    .map((part) => ({ ...part, name: `${report.fileName}.${part.extension}` }));
  return { made, isTooLarge: made.reduce((sum, { bytes }) => sum + bytes.length, 0) > mostAttached };
}

/** What has to be made of a report that attaches these. */
export function partsOf(attach: {
  readonly attachPdf: boolean;
  readonly attachSpreadsheet: boolean;
}): readonly ReportPart[] {
  return [
    'mail',
    ...(attach.attachPdf ? ['pdf' as const] : []),
    ...(attach.attachSpreadsheet ? ['spreadsheet' as const] : []),
  ];
}

export const folderOf = (organizationId: OrganizationId | number, deliveryId: number) =>
  `reports/${organizationId}/${deliveryId}`;

/** Takes away what a delivery kept. */
export async function forgetFiles({ store }: Pick<Files, 'store'>, folder: string): Promise<void> {
  for (const key of await store.list(folder)) await store.delete(key);
}
