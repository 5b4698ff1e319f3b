import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { fileLinks, folderFileStore, registerFileRoutes } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-files-'));
const store = folderFileStore(folder);
const clock = { time: Date.parse('2026-03-01T08:00:00Z'), now: () => clock.time };
const links = fileLinks('a secret of the test', clock);
const door = Fastify();
registerFileRoutes(door, { store, links, clock });
const get = (url: string) => door.inject({ url });
const bytes = new Uint8Array([1, 2, 3]);

describe('files', () => {
  it('are served to whoever holds a link, until it ends', async () => {
    const key = await store.put([7, 'pictures'], 'webp', bytes);
    const link = links.urlOf(key);
    expect(links.urlOf(key)).toBe(link);
    const served = await get(link);
    expect([served.statusCode, served.headers['content-type'], served.rawPayload]).toEqual([
      200,
      'image/webp',
      Buffer.from(bytes),
    ]);
    expect(served.headers['cache-control']).toContain('private');
    clock.time += 25 * 60 * 60_000;
    expect((await get(link)).statusCode).toBe(404);
    expect((await get(links.urlOf(key))).statusCode).toBe(200);
  });

  it('are not there without, with a changed one, or with another file’s', async () => {
    const [mine, theirs] = [await store.put([7, 'logos'], 'webp', bytes), await store.put([8, 'logos'], 'webp', bytes)];
    const link = links.urlOf(mine);
    const later = link.replace(/until=(\d+)/, (_all, until) => `until=${Number(until) + 1}`);
    const strange = fileLinks('another secret', clock).urlOf(mine);
    for (const wrong of [
      `/files/${mine}`,
      link.replace(mine, theirs),
      later,
      strange,
      `${link}x`,
      `/files/${mine}?until=NaN`,
    ])
      expect([wrong, (await get(wrong)).statusCode]).toEqual([wrong, 404]);
  });

  it('lie where they belong, whole, and nowhere else', async () => {
    const key = await store.put([9, 'pictures'], 'webp', bytes);
    expect(readdirSync(join(folder, '9', 'pictures'))).toEqual([key.split('/').at(-1)]);
    for (const strange of ['../secret', '/etc/passwd', '9/pictures/../../secret', '9', ''])
      expect([strange, await store.get(strange)]).toEqual([strange, null]);
    await expect(store.put(['..', 'pictures'], 'webp', bytes)).rejects.toThrow();
    await store.remove(key);
    await store.remove(key);
    expect(await store.get(key)).toBeNull();
  });
});
