import type { OrganizationId } from '@atrium/domain/core';
import type { MailAttachment } from '../../platform/channels/channel.ts';
import type { Files } from '../../platform/files/index.ts';
import type { ComposedReport, ReportPart } from './composed-report.ts';

/** Files larger than this together are linked instead of attached, bytes: many servers refuse mails over 10 MB. */
const maxAttachedBytes = 7_000_000;
/** Lifetime of a linked file, ms. */
export const linkLifeMs = 30 * 86_400_000;

const types = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export interface StoredFiles {
  readonly attachments: readonly MailAttachment[];
  /** Files other than pictures. `path`: the download on this server if they are too large to attach. */
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly path: string | null }[];
}

/** Stores the files of a report for the outbox. Idempotent. */
export async function storeFiles(
  { store, addresses }: Files,
  folder: string,
  report: ComposedReport,
  until: number,
): Promise<StoredFiles> {
  const pictures: MailAttachment[] = [];
  for (const [index, { cid, png }] of report.pictures.entries()) {
    const file = `${folder}/picture-${index}.png`;
    await store.put(file, png);
    pictures.push({ filename: `${cid}.png`, contentType: 'image/png', file, contentId: cid });
  }
  const { made, isTooLarge } = listFiles(report);
  const named = made.map((part) => ({ ...part, key: `${folder}/report.${part.extension}` }));
  for (const { bytes, key } of named) await store.put(key, bytes);
  const files = named.map(({ key, name, bytes }) => ({
    name,
    bytes: bytes.length,
    path: isTooLarge ? addresses.buildDownloadUrl({ key, name }, until) : null,
  }));
  if (isTooLarge) return { attachments: pictures, files };
  const attached = named.map(({ key, name, extension }) => ({
    filename: name,
    contentType: types[extension],
    file: key,
  }));
  return { attachments: [...pictures, ...attached], files };
}

/** Returns the files of a report, and whether they are together too large to attach. */
export function listFiles(report: Pick<ComposedReport, 'pdf' | 'spreadsheet' | 'fileName'>) {
  const made = [
    { bytes: report.pdf, extension: 'pdf' as const },
    { bytes: report.spreadsheet, extension: 'xlsx' as const },
  ]
    .filter(({ bytes }) => bytes.length > 0)
    .map((part) => ({ ...part, name: `${report.fileName}.${part.extension}` }));
  return { made, isTooLarge: made.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxAttachedBytes };
}

/** Returns the parts to compose for these attachments. */
export function listParts(attach: {
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

/** Deletes the files of a delivery. */
export async function deleteFiles({ store }: Pick<Files, 'store'>, folder: string): Promise<void> {
  for (const key of await store.list(folder)) await store.delete(key);
}
