import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFileStore } from '../../platform/files/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { readExports } from './manage-exports.ts';
import { requestExport } from './request-export.ts';
import { createExportsWorld, value } from './testing/exports-world.ts';
import { useTestFolder } from './testing/test-folder.ts';

const stores = useTestStores();
const folder = useTestFolder();

describe('an export where mail is not set up', () => {
  it('needs no recipient: whoever asked downloads it, verified or not, and nothing is mailed', async () => {
    const world = await createExportsWorld(stores, 'without-mail');
    const files = { ...world.deps.files, store: createFileStore(folder.path) };
    const deps = { ...world.deps, files, delivery: { mail: 'none' } as const };
    const ada = await world.member('ada', 'manager');
    await stores.relational.pool.query('update users set is_email_verified = false where id = $1', [ada.userId]);
    const request = world.request({ userIds: [], format: 'csv', granularity: 3600 });
    expect(await requestExport(world.deps, ada, request, null)).toMatchObject({
      ok: false,
      error: { field: 'userIds' },
    });
    value(await requestExport(deps, ada, request, null));
    await world.work({ files, delivery: deps.delivery });
    const [shown] = value(await readExports(deps, ada, {})).edges.map(({ node }) => node);
    expect(shown).toMatchObject({ job: { state: 'done' }, mails: 'none', recipients: [] });
    expect(shown?.address).toMatch(/^\/files\//);
    expect((await readFile(join(folder.path, shown?.job.fileKey ?? ''))).length).toBeGreaterThan(100);
    expect(await world.mails()).toEqual([]);
  });
});
