import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FileStore } from './file-store.ts';
import type { Download, FileUrls } from './file-urls.ts';

/** Creates the file of a key that is not stored yet; null when it cannot exist. */
export type FileProducer = (key: string) => Promise<Uint8Array | null>;

/** Whether the holder of a valid download URL may still have the file. */
export type DownloadGuard = (download: Download) => Promise<boolean>;

export interface FileRoutes {
  readonly files: Pick<FileStore, 'get' | 'read'>;
  readonly addresses: Pick<FileUrls, 'keyOf' | 'downloadOf'>;
  /** By the first part of the key. */
  readonly producers: Readonly<Record<string, FileProducer>>;
  /** By the first part of the key; without a guard, the URL alone decides. */
  readonly guards?: Readonly<Record<string, DownloadGuard>>;
}

/** Content types that are served inline, by extension; none that a browser would execute. */
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};

/** Content types that are served only as downloads, by extension, whatever they contain. */
const savedTypes: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  pdf: 'application/pdf',
};

/** Registers GET /files/…, which serves files by signed URL. Any other URL is answered as not found. */
export function registerFileRoutes(
  routes: FastifyInstance,
  { files, addresses, producers, guards = {} }: FileRoutes,
): void {
  routes.get('/files/*', async (request, reply) => {
    const download = addresses.downloadOf(request.url);
    if (download !== null) {
      const guard = guards[folderOf(download.key)];
      return guard === undefined || (await guard(download))
        ? sendDownload(files, download, reply)
        : reply.callNotFound();
    }
    const key = addresses.keyOf(request.url);
    const type = types[extensionOf(key ?? '')];
    if (key === null || type === undefined) return reply.callNotFound();
    const producer = producers[folderOf(key)];
    const bytes = (await files.get(key)) ?? (await producer?.(key)) ?? null;
    if (bytes === null) return reply.callNotFound();
    // Private, so that shared caches do not store it.
    return reply.header('cache-control', 'private, max-age=3600').type(type).send(Buffer.from(bytes));
  });
}

const folderOf = (key: string) => key.split('/', 1)[0] ?? '';

const extensionOf = (key: string) => key.split('.').at(-1) ?? '';

async function sendDownload(files: Pick<FileStore, 'read'>, { key, name }: Download, reply: FastifyReply) {
  const type = savedTypes[extensionOf(key)];
  const file = type === undefined ? null : await files.read(key);
  if (type === undefined || file === null) return reply.callNotFound();
  return reply
    .header('cache-control', 'private, no-store')
    .header('content-disposition', asAttachment(name))
    .header('x-content-type-options', 'nosniff')
    .header('content-length', file.bytes)
    .type(type)
    .send(file.stream);
}

/** Builds a Content-Disposition by RFC 6266: with an ASCII name for old programs and the exact name for others. */
function asAttachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w .,()-]/g, '')
    .trim();
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain === '' ? 'file' : plain}"; filename*=UTF-8''${exact}`;
}
