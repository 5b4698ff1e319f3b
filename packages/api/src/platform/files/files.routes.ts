import type { FastifyInstance } from 'fastify';
import type { FileAddresses } from './file-addresses.ts';
import type { FileStore } from './file-store.ts';

/** Makes the file of a key that nobody has stored yet; null: it never can be. */
export type FileProducer = (key: string) => Promise<Uint8Array | null>;

export interface FileRoutes {
  readonly files: Pick<FileStore, 'get'>;
  readonly addresses: Pick<FileAddresses, 'keyOf'>;
  /** By the first part of the key. */
  readonly producers: Readonly<Record<string, FileProducer>>;
}

/** What the store hands out, by extension. Nothing a browser would run. */
const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
};

/** GET /files/…: a file by a signed address; every other address is answered alike, as not found. */
export function registerFileRoutes(routes: FastifyInstance, { files, addresses, producers }: FileRoutes): void {
  routes.get('/files/*', async (request, reply) => {
    const key = addresses.keyOf(request.url);
    const type = types[key?.split('.').at(-1) ?? ''];
    if (key === null || type === undefined) return reply.callNotFound();
    const producer = producers[key.split('/', 1)[0] ?? ''];
    const bytes = (await files.get(key)) ?? (await producer?.(key)) ?? null;
    if (bytes === null) return reply.callNotFound();
    // Private: a cache between us and the browser would show it to whoever asks.
    return reply.header('cache-control', 'private, max-age=3600').type(type).send(Buffer.from(bytes));
  });
}
