import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { aClock } from '@atrium/testkit/time';
import fc from 'fast-check';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileStore, type FileStore } from './file-store.ts';
import { createFileUrls } from './file-urls.ts';
import { registerFileRoutes } from './files.routes.ts';

let folder: string;
let files: FileStore;
const clock = aClock('2026-03-02T12:30:00Z');
const addresses = createFileUrls({ secret: 'only for tests', clock });
const routes = Fastify();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atrium-files-'));
  files = createFileStore(folder);
  const producers = { made: async (key: string) => (key.includes('never') ? null : Buffer.from(`made ${key}`)) };
  registerFileRoutes(routes, { files, addresses, producers });
});
afterAll(() => rm(folder, { recursive: true }));

const get = async (url: string) => {
  const { statusCode, body, headers } = await routes.inject({ url });
  return { statusCode, body, type: headers['content-type'], cache: headers['cache-control'] };
};

describe('stored files', () => {
  it('of one organization are deleted together, and no others', async () => {
    const keys = ['logos/91/a.png', 'reports/91/3/report.pdf', 'logos/9/a.png', 'logos/910/a.png', 'reports/9/91.pdf'];
    for (const key of keys) await files.put(key, Buffer.from('some'));
    await files.deleteOf(91);
    const left = await Promise.all(keys.map((key) => files.has(key)));
    expect(left).toEqual([false, false, true, true, true]);
  });

  it('are read back, replaced, listed, and gone when deleted', async () => {
    await files.put('logos/7/a.png', Buffer.from('one'));
    await files.put('logos/7/a.png', Buffer.from('two'));
    await files.put('logos/7/b.png', Buffer.from('three'));
    await files.put('logos/70/c.png', Buffer.from('four'));
    expect(String(await files.get('logos/7/a.png'))).toBe('two');
    expect([...(await files.list('logos/7'))].sort()).toEqual(['logos/7/a.png', 'logos/7/b.png']);
    expect(await readdir(join(folder, 'logos/7'))).toHaveLength(2);
    await files.delete('logos/7/a.png');
    await files.delete('logos/7/a.png');
    expect(await files.get('logos/7/a.png')).toBeNull();
    expect(await files.list('logos/none')).toEqual([]);
  });

  it('never leave their folder', async () => {
    const wrong = [
      '../a.png',
      '/etc/passwd',
      'a/../../b.png',
      'a//b',
      'A.png',
      'a\\b',
      '.new',
      'a.png.new',
      '',
      'a\0b',
    ];
    for (const key of wrong) await expect(async () => files.get(key), key).rejects.toThrow('not a key');
  });
});

describe('files too large for memory', () => {
  async function* parts(...texts: readonly string[]) {
    for (const text of texts) yield Buffer.from(text);
  }

  it('are written atomically and read as a stream', async () => {
    expect(await files.write('exports/7/a.csv', parts('one', 'two'))).toBe(6);
    const kept = await files.read('exports/7/a.csv');
    expect(kept?.bytes).toBe(6);
    expect(kept && (await text(kept.stream))).toBe('onetwo');
    expect(await files.read('exports/7/none.csv')).toBeNull();
  });

  it('stay unchanged when writing fails, without leftovers', async () => {
    await files.put('exports/8/a.csv', Buffer.from('before'));
    async function* failing() {
      yield Buffer.from('half');
      throw new Error('the store is away');
    }
    await expect(files.write('exports/8/a.csv', failing())).rejects.toThrow('the store is away');
    expect(String(await files.get('exports/8/a.csv'))).toBe('before');
    expect(await readdir(join(folder, 'exports/8'))).toEqual(['a.csv']);
  });

  it('leave drafts when the process is killed, which can be discarded', async () => {
    await files.put('exports/9/a.csv', Buffer.from('whole'));
    await writeFile(join(folder, 'exports/9/a.csv.1f.new'), 'half');
    await writeFile(join(folder, 'exports/9/aa.csv.1f.new'), 'of another');
    await files.discardDrafts('exports/9/a.csv');
    await files.discardDrafts('exports/10/a.csv');
    expect((await readdir(join(folder, 'exports/9'))).sort()).toEqual(['a.csv', 'aa.csv.1f.new']);
  });
});

describe('downloads', () => {
  const week = 7 * 86_400_000;
  const name = 'Arcades du Lac, "été" 2026/\u202e.csv';

  it('are saved under their name until they expire, and never shown inline', async () => {
    await files.put('exports/7/b.csv', Buffer.from('a,b'));
    const until = clock.now() + week;
    const address = addresses.buildDownloadUrl({ key: 'exports/7/b.csv', name }, until);
    const { statusCode, body, headers } = await routes.inject({ url: address });
    expect([statusCode, body]).toEqual([200, 'a,b']);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': '3',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-disposition':
        'attachment; filename="Arcades du Lac, ete 2026.csv"; filename*=UTF-8\'\'' +
        'Arcades%20du%20Lac%2C%20%22%C3%A9t%C3%A9%22%202026%2F%E2%80%AE.csv',
    });
    clock.time = until;
    expect((await get(address)).statusCode).toBe(200);
    clock.time = until + 3_600_000;
    expect((await get(address)).statusCode).toBe(404);
  });

  it('are valid as browsers encode them, with any characters in the name', async () => {
    await files.put('exports/7/d.csv', Buffer.from('a,b'));
    const said = `L'Étoile "1" <b>&?#%2F=~!*().csv`;
    const address = addresses.buildDownloadUrl({ key: 'exports/7/d.csv', name: said }, clock.now() + week);
    const written = new URL(address, 'http://atrium.test');
    expect(written.href).toContain('L%27');
    const { statusCode, headers } = await routes.inject({ url: `${written.pathname}${written.search}` });
    expect(statusCode).toBe(200);
    expect(headers['content-disposition']).toContain(encodeURIComponent(`Étoile "1" <b>&?#%2F=~`));
    expect((await get(address.replace(/name=.*/, 'name=%E0%A4%A'))).statusCode).toBe(404);
  });

  it('are for one file and one name, and only of downloadable types', async () => {
    await files.put('exports/7/c.csv', Buffer.from('a,b'));
    await files.put('exports/7/c.html', Buffer.from('<script>'));
    const address = addresses.buildDownloadUrl({ key: 'exports/7/c.csv', name: 'c.csv' }, clock.now() + week);
    expect((await get(address)).statusCode).toBe(200);
    expect((await get(address.replace('/c.csv', '/b.csv'))).statusCode).toBe(404);
    expect((await get(address.replace('name=c.csv', 'name=c.exe'))).statusCode).toBe(404);
    expect((await get(address.slice(0, address.indexOf('?')))).statusCode).toBe(404);
    const page = addresses.buildDownloadUrl({ key: 'exports/7/c.html', name: 'c.html' }, clock.now() + week);
    expect((await get(page)).statusCode).toBe(404);
    const gone = addresses.buildDownloadUrl({ key: 'exports/7/gone.csv', name: 'c.csv' }, clock.now() + week);
    expect((await get(gone)).statusCode).toBe(404);
    expect((await get(addresses.addressOf('exports/7/c.csv'))).statusCode).toBe(404);
  });
});

describe('URLs', () => {
  it('are valid for at least an hour and at most two', async () => {
    await files.put('logos/8/a.png', Buffer.from('seen'));
    const address = addresses.addressOf('logos/8/a.png');
    const given = { statusCode: 200, body: 'seen', type: 'image/png', cache: 'private, max-age=3600' };
    expect(await get(address)).toEqual(given);
    clock.time += 3_600_000;
    expect(await get(address)).toEqual(given);
    clock.time += 3_600_000;
    expect((await get(address)).statusCode).toBe(404);
  });

  it('are valid for no other file and no later hour', async () => {
    const [, , signed = ''] = addresses.addressOf('logos/8/a.png').split('/');
    await files.put('logos/9/a.png', Buffer.from('another tenant'));
    expect((await get(`/files/${signed}/logos/9/a.png`)).statusCode).toBe(404);
    const [expires = '', signature] = signed.split('.');
    const later = (Number.parseInt(expires, 36) + 1).toString(36);
    expect((await get(`/files/${later}.${signature}/logos/8/a.png`)).statusCode).toBe(404);
    expect(addresses.keyOf(`/files/${signed}/logos/8/../8/a.png`)).toBeNull();
    expect((await get('/files/logos/8/a.png')).statusCode).toBe(404);
    const others = createFileUrls({ secret: 'another', clock });
    expect((await get(others.addressOf('logos/8/a.png'))).statusCode).toBe(404);
  });

  it('are invalid after any change of a character', () => {
    const address = addresses.addressOf('logos/8/a.png');
    const character = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./');
    fc.assert(
      fc.property(fc.nat(address.length - 1), character, (at, other) => {
        fc.pre(address[at] !== other);
        const changed = addresses.keyOf(address.slice(0, at) + other + address.slice(at + 1));
        // Base64 leaves two bits of the last character unused, so different texts can encode the same signature.
        return changed === null || (changed === 'logos/8/a.png' && at === address.indexOf('/logos') - 1);
      }),
      { numRuns: 2000 },
    );
  });

  it('lead to files created on demand, and to none that cannot exist', async () => {
    expect((await get(addresses.addressOf('made/1/x.png'))).body).toBe('made made/1/x.png');
    expect((await get(addresses.addressOf('made/1/never.png'))).statusCode).toBe(404);
    expect((await get(addresses.addressOf('made/1/x.html'))).statusCode).toBe(404);
    expect((await get(addresses.addressOf('logos/8/none.png'))).statusCode).toBe(404);
  });
});
