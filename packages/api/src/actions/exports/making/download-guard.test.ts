import type { UserId } from '@atrium/domain/core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { deleteExportFile, readExports, resendExport } from '../manage-exports.ts';
import { requestExport } from '../request-export.ts';
import { createExportsWorld, type ExportsWorld, value } from '../testing/exports-world.ts';
import { createDownloadGuard } from './download-guard.ts';

const stores = useTestStores();
let count = 0;
let world: ExportsWorld;
let ada: Scope;
let bob: Scope;

const run = (statement: string, values: unknown[]) => stores.relational.pool.query(statement, values);
const idOf = ({ userId }: Scope) => userId as number;

beforeEach(async () => {
  await run('delete from export_jobs', []);
  count += 1;
  world = await createExportsWorld(stores, `guard${count}`);
  ada = await world.member('ada', 'manager');
  bob = await world.member('bob', 'viewer');
  const request = world.request({ userIds: [idOf(ada), idOf(bob)], granularity: 3600 });
  value(await requestExport(world.deps, ada, request, null));
  await world.work();
}, 60_000);

const shown = async (by = ada) => value(await readExports(world.deps, by, {})).edges[0]?.node;

/** Returns the path of the link in a person's mail. */
async function linkOf(person: string): Promise<string> {
  const { rows } = await run('select content from outbox where organization_id = $1 and recipient = $2', [
    world.organizationId,
    `${person}@guard${count}.example`,
  ]);
  const [path] = /\/files\/[^\s"<]+/.exec(rows[0].content.text) ?? [''];
  return path;
}

/** Returns whether a link currently leads to its file. */
async function leads(path: string): Promise<boolean> {
  const download = world.deps.files.addresses.downloadOf(path);
  return download !== null && (await createDownloadGuard(world.deps)(download));
}

const downloads = async () =>
  (
    await run(
      "select actor_user_id, view_as_user_id, details from audit_entries where organization_id = $1 and action = 'export.downloaded' order by id",
      [world.organizationId],
    )
  ).rows;

describe('the link of an export', () => {
  it('is its holder’s, and each download is recorded in their name', async () => {
    const [hers, his] = [await linkOf('ada'), await linkOf('bob')];
    expect(hers).not.toBe(his);
    expect([await leads(hers), await leads(his)]).toEqual([true, true]);
    expect(await leads(his.replace(`for=${idOf(bob)}`, `for=${idOf(ada)}`))).toBe(false);
    expect(await leads(his.replace(/&for=.*/, ''))).toBe(false);
    expect(await downloads()).toEqual(
      [ada, bob].map((one) => ({
        actor_user_id: idOf(one),
        view_as_user_id: null,
        details: { name: 'Arcades' },
      })),
    );
  });

  it('ends with its holder, and with their sight of the site', async () => {
    const [hers, his] = [await linkOf('ada'), await linkOf('bob')];
    await run('update users set installation_ids = $1 where id = $2', [[], idOf(bob)]);
    expect([await leads(hers), await leads(his)]).toEqual([true, false]);
    await run('update users set installation_ids = null where id = $1', [idOf(bob)]);
    expect(await leads(his)).toBe(true);
    await run('delete from users where id = $1', [idOf(bob)]);
    expect([await leads(hers), await leads(his)]).toEqual([true, false]);
  });

  it('made before links named their holder, is its owner’s', async () => {
    const { rows } = await run('select file_key from export_jobs where organization_id = $1', [world.organizationId]);
    const key = rows[0].file_key;
    const address = world.deps.files.addresses.buildDownloadUrl({ key, name: 'a.csv' }, world.clock.time + 1);
    expect(await leads(address)).toBe(true);
    await run('delete from users where id = $1', [idOf(ada)]);
    expect(await leads(address)).toBe(false);
  });

  it('is recorded in the name of an administrator who views as its owner', async () => {
    const address = (await shown({ ...ada, viewedBy: bob.userId }))?.address ?? '';
    expect(await leads(address)).toBe(true);
    expect(await downloads()).toMatchObject([{ actor_user_id: idOf(bob), view_as_user_id: idOf(ada) }]);
  });

  it('is void once its owner has deleted the file', async () => {
    const his = await linkOf('bob');
    const id = (await shown())?.job.id ?? 0;
    expect(await deleteExportFile(world.deps, bob, id)).toMatchObject({ error: { code: 'NOT_FOUND' } });
    expect(value(await deleteExportFile(world.deps, ada, id))).toBe(true);
    expect(await leads(his)).toBe(false);
    expect(await shown()).toMatchObject({ job: { state: 'expired' }, address: null });
    expect(await deleteExportFile(world.deps, ada, id)).toMatchObject({ error: { code: 'BAD_INPUT' } });
    const { rows } = await run("select details from audit_entries where action = 'export.fileDeleted'", []);
    expect(rows).toContainEqual({ details: { name: 'Arcades' } });
  });
});

describe('mailing an export again', () => {
  it('is recorded with whom it went to, and done five times an hour', async () => {
    const id = (await shown())?.job.id ?? 0;
    const again = () => resendExport(world.deps, ada, id);
    const delivered = () => run("update outbox set status = 'sent' where organization_id = $1", [world.organizationId]);
    for (let time = 0; time < 5; time += 1) {
      await delivered();
      world.clock.time += 1000;
      expect(value(await again()).mails).toBe('underway');
    }
    await delivered();
    expect(await again()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
    world.clock.time += 3_600_000;
    expect(value(await again()).mails).toBe('underway');
    const { rows } = await run(
      "select details from audit_entries where organization_id = $1 and action = 'export.sentAgain'",
      [world.organizationId],
    );
    expect(rows).toEqual(Array.from({ length: 6 }, () => ({ details: { name: 'Arcades', recipients: 2 } })));
  });

  it('is in the name of the administrator who does it, or asked for it, as somebody else', async () => {
    const viewing: Scope = { ...ada, viewedBy: bob.userId as UserId };
    const textsSince = async (since: number) =>
      (
        await run('select id, content from outbox where organization_id = $1 and id > $2 order by id', [
          world.organizationId,
          since,
        ])
      ).rows.map(({ content }) => content.text as string);
    const { rows } = await run('select max(id) as last from outbox', []);
    await run("update outbox set status = 'sent' where organization_id = $1", [world.organizationId]);
    value(await resendExport(world.deps, viewing, (await shown())?.job.id ?? 0));
    const request = world.request({ userIds: [idOf(ada)], granularity: 3600 });
    value(await requestExport(world.deps, viewing, request, null));
    await world.work();
    const texts = await textsSince(rows[0].last);
    expect(texts).toHaveLength(3);
    for (const text of texts) expect(text.match(/\b(ada|bob)\b/g)).toEqual(['bob']);
  });
});
