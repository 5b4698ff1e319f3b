import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Download, FileAddresses } from './file-addresses.ts';
import type { FileStore } from './file-store.ts';

/** Makes the file of a key that nobody has stored yet; null: it never can be. */
export type FileProducer = (key: string) => Promise<Uint8Array | null>;

/** Whether a file is still to be had by a download address that is good. */
export type DownloadGuard = (download: Download) => Promise<boolean>;

export interface FileRoutes {
  readonly files: Pick<FileStore, 'get' | 'read'>;
  readonly addresses: Pick<FileAddresses, 'keyOf' | 'downloadOf'>;
  /** By the first part of the key. */
  readonly producers: Readonly<Record<string, FileProducer>>;
  /** By the first part of the key; where there is none, the address alone decides. */
  readonly guards?: Readonly<Record<string, DownloadGuard>>;
}

/** What the store hands out, by extension. Nothing a browser would run. */
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};

/** What is saved and never shown, by extension: a browser asks for such a file to be kept, whatever is in it. */
const savedTypes: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
  pdf: 'application/pdf',
};

/** GET /files/…: a file by a signed address; every other address is answered alike, as not found. */
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
    // Private: a cache between us and the browser would show it to whoever asks.
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

/** Says a name as RFC 6266 does: in plain characters for old programs, and as it is for the others. */
function asAttachment(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w .,()-]/g, '')
    .trim();
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain === '' ? 'file' : plain}"; filename*=UTF-8''${exact}`;
}
