import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Manifest } from './manifest.ts';
import { openRepository, type Repository } from './repository.ts';
import { createEncryptingSeal, createPlainSeal } from './seal.ts';
import type { BackupStorage } from './storage.ts';
import { createFolderStorage, createS3Storage, openStorage } from './storage.ts';
import { startS3 } from './testing/s3-stand-in.ts';

const key = 'q8Zr2LmX0vTn5KcYw7HbD4sJ1pGf9AeU';
const installation = '0b54bd3c-2f5a-4f1c-9d53-5c1a7e2f9a10';

function inFolder(): BackupStorage {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-repository-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return createFolderStorage(folder);
}

async function inS3(): Promise<BackupStorage> {
  const s3 = await startS3();
  onTestFinished(() => s3.close());
  return createS3Storage('kept', 'of/atrium', s3.access);
}

const holding = (begun: number, ...objects: string[]): Manifest => ({
  format: 1,
  installation,
  version: '0.1.0',
  begun,
  ended: begun + 1,
  relational: { migrations: [1], tables: [], sequences: [] },
  analytics: { migrations: [], settledBefore: 0, tables: [] },
  files: [{ path: 'secret', size: 1, changed: 1, objects }],
});

describe.each([
  ['a folder', inFolder],
  ['an S3-compatible storage', inS3],
])('in %s', (_, storageOf) => {
  test.each([
    ['encrypted', key],
    ['as it is', null],
  ])('%s, what was put comes back, and once', async (__, secret) => {
    const storage = await storageOf();
    const repository = await openRepository(storage, { key: secret, installation });
    const pieces = ['a', 'b', 'a', 'c', 'd', 'e'].map((text) => Buffer.from(text.repeat(1000)));
    const objects: string[] = [];
    for (const piece of pieces) objects.push(await repository.put(piece));
    expect(repository.written.objects).toBe(5);
    const name = await repository.write(holding(Date.UTC(2026, 0, 5), ...objects));
    const later = await openRepository(storage, { key: secret, installation: null });
    expect(await later.names()).toEqual([name]);
    const [file] = (await later.read(name)).files;
    for (const [index, object] of (file?.objects ?? []).entries())
      expect(await later.get(object)).toEqual(pieces[index]);
    expect(await later.put(Buffer.from('c'.repeat(1000)))).toBe(objects[3]);
    expect(later.written.objects).toBe(0);
  });

  test('only the latest are kept, with all they hold', async () => {
    const storage = await storageOf();
    const repository = await openRepository(storage, { key, installation });
    const [one, two, three] = [await put('one'), await put('two'), await put('three')];
    const names = [];
    for (const [day, objects] of [[one], [one, two], [two, three]].entries())
      names.push(await repository.write(holding(Date.UTC(2026, 0, 5 + day), ...objects)));
    expect(await repository.prune(2)).toBe(1);
    expect(await repository.prune(1)).toBe(1);
    expect(await repository.names()).toEqual(names.slice(2));
    await expect(repository.get(one)).rejects.toThrow('missing');
    expect((await repository.get(three)).toString()).toBe('three');
    // A pruned object is written again when needed.
    expect((await repository.get(await put('one'))).toString()).toBe('one');

    function put(text: string) {
      return repository.put(Buffer.from(text));
    }
  });

  test('objects of an interrupted attempt go after the next backup, which reuses them', async () => {
    const storage = await storageOf();
    const opened = () => openRepository(storage, { key, installation });
    const put = (repository: Repository, text: string) => repository.put(Buffer.from(text));
    const first = await opened();
    expect(await first.beginAttempt(1000)).toEqual([]);
    const old = await put(first, 'old');
    await first.write(holding(1000, old));
    expect(await first.endAttempt(1000, [])).toEqual({ objects: 0 });
    const killed = await opened();
    expect(await killed.beginAttempt(2000)).toEqual([]);
    const [shared, left] = [await put(killed, 'shared'), await put(killed, 'left')];
    const next = await opened();
    const interrupted = await next.beginAttempt(3000);
    expect(interrupted).toEqual(['19700101T000002000Z']);
    expect(await put(next, 'shared')).toBe(shared);
    expect(next.written.objects).toBe(0);
    await next.write(holding(3000, shared));
    expect(await next.endAttempt(3000, interrupted)).toEqual({ objects: 1 });
    expect((await next.names()).length).toBe(2);
    await expect(next.get(left)).rejects.toThrow('missing');
    for (const object of [old, shared]) await next.get(object);
    expect(await (await opened()).beginAttempt(4000)).toEqual([]);
  });

  test('an unreadable backup keeps what an interrupted attempt left, and its record', async () => {
    const storage = await storageOf();
    const repository = await openRepository(storage, { key, installation });
    await repository.beginAttempt(1000);
    const left = await repository.put(Buffer.from('left'));
    const name = await repository.write(holding(1500, left));
    await storage.put(`backups/${name}`, Buffer.from('damaged'));
    const interrupted = await repository.beginAttempt(2000);
    await expect(repository.endAttempt(2000, interrupted)).rejects.toThrow('damaged');
    await repository.get(left);
    expect(await repository.beginAttempt(3000)).toEqual(interrupted);
  });

  test('a backup that cannot be read keeps what it may need', async () => {
    const storage = await storageOf();
    const repository = await openRepository(storage, { key, installation });
    const object = await repository.put(Buffer.from('one'));
    await repository.write(holding(1, object));
    const name = await repository.write(holding(2, object));
    await storage.put(`backups/${name}`, Buffer.from('damaged'));
    await expect(repository.prune(1)).rejects.toThrow('damaged');
    expect((await repository.get(object)).toString()).toBe('one');
  });

  test('another installation, another key, no key: each is refused in words', async () => {
    const storage = await storageOf();
    await openRepository(storage, { key, installation });
    const opening = (options: Parameters<typeof openRepository>[1]) => expect(openRepository(storage, options)).rejects;
    await opening({ key, installation: installation.replace('0', '1') }).toThrow('another installation');
    await opening({ key: null, installation }).toThrow('are encrypted');
    await opening({ key: `${key}x`, installation }).toThrow('not the one');
  });
});

test('partial files of a killed attempt are deleted with it', async () => {
  const storage = inFolder();
  const repository = await openRepository(storage, { key, installation });
  await repository.beginAttempt(1000);
  const object = await repository.put(Buffer.from('a'));
  const draft = join(storage.place, 'objects', object.slice(0, 2), `${object}.0.new`);
  writeFileSync(draft, 'part');
  const interrupted = await repository.beginAttempt(2000);
  await repository.write(holding(2000, object));
  await repository.endAttempt(2000, interrupted);
  expect(existsSync(draft)).toBe(false);
  await repository.get(object);
});

test('a storage that is busy for a moment is asked again; one that refuses says why', { timeout: 30_000 }, async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.close());
  const storage = openStorage('s3://kept/here', s3.access);
  s3.failNext(2);
  await storage.put('objects/a', Buffer.from('a'));
  expect([...s3.objects.keys()]).toEqual(['here/objects/a']);
  const stranger = openStorage('s3://kept', { ...s3.access, secretAccessKey: 'another' });
  await expect(stranger.get('objects/a')).rejects.toThrow('the storage refuses GET: 403 SignatureDoesNotMatch');
  await expect(openStorage('s3://gone', s3.access).put('a', Buffer.from('a'))).rejects.toThrow('no bucket gone');
});

test.each([301, 302, 303, 307, 308])('a storage that sends elsewhere (%d) is not followed there', async (status) => {
  const s3 = await startS3();
  const heard: unknown[] = [];
  const elsewhere = createServer((request, response) => {
    heard.push(request.url);
    response.end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    elsewhere.closeAllConnections();
    elsewhere.close();
    await s3.close();
  });
  s3.sendAway(status, `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`);
  const storage = openStorage('s3://kept', s3.access);
  const refused = (method: string) => `the storage refuses ${method}: ${status} PermanentRedirect`;
  await expect(storage.put('a', Buffer.from('inside'))).rejects.toThrow(refused('PUT'));
  await expect(storage.get('a')).rejects.toThrow(refused('GET'));
  await expect(storage.list('a')).rejects.toThrow(refused('GET'));
  await expect(storage.delete('a')).rejects.toThrow(refused('DELETE'));
  expect(heard).toEqual([]);
});

describe.each([
  ['without a key', async () => createPlainSeal()],
  ['with one', () => createEncryptingSeal(key, Buffer.from('salt'))],
])('sealed %s', (_, sealOf) => {
  test('any bytes come back, and any change of them is found', async () => {
    const seal = await sealOf();
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 2000 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        async (bytes, at, by) => {
          const sealed = await seal.close('objects/a', bytes);
          expect(await seal.open('objects/a', sealed)).toEqual(Buffer.from(bytes));
          await expect(seal.open('objects/b', sealed)).rejects.toThrow('objects/b is damaged');
          const changed = Buffer.from(sealed);
          const place = at % changed.length;
          changed.writeUInt8(changed.readUInt8(place) ^ by, place);
          await expect(seal.open('objects/a', changed)).rejects.toThrow('objects/a is damaged');
          await expect(seal.open('objects/a', sealed.subarray(0, place))).rejects.toThrow('objects/a is damaged');
        },
      ),
      { numRuns: 60 },
    );
  });
});
