import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { connectEmbedded } from '../../../platform/testing/connect-embedded.ts';
import { createAtrium, endAll } from '../../../platform/testing/run-atrium.ts';

let root: string;
const running: ChildProcess[] = [];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atrium-sales-'));
});
afterEach(async () => {
  await endAll(running);
  rmSync(root, { recursive: true, force: true });
});

const site = `organization: { name: Shops }
installations:
  - { key: shop, name: Shop, timezone: Europe/Zurich, currency: CHF, shopId: "7", zones: [{ key: all }] }
`;
const count = 60_000;
const row = (receipt: string, time = '2026-01-14T10:00:00+01:00') => `${receipt};${time};7;1;2.5;CHF`;

/** Resolves while receipts are being written. */
async function writing(folder: string): Promise<void> {
  const watch = await connectEmbedded(folder);
  await vi.waitFor(
    async () => {
      const { rows } = await watch.query(
        `select 1 from pg_stat_activity where pid <> pg_backend_pid() and state = 'active' and query like '%insert into sales_receipts%'`,
      );
      if (rows.length === 0) throw new Error('nothing is written yet');
    },
    { timeout: 60_000, interval: 1 },
  );
  await watch.end().catch(() => {});
}

test('a file is looked at and imported by command; a kill in the middle leaves none of it, and nothing twice afterwards', {
  timeout: 240_000,
}, async () => {
  const folder = join(root, 'data');
  const atrium = createAtrium(folder, running);
  const [sites, wrong, whole] = ['site.yaml', 'wrong.csv', 'whole.csv'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(sites, site);
  writeFileSync(wrong, [row('a'), row('b', '14.01.2026'), row('c').replace(';7;', ';8;')].join('\n'));
  writeFileSync(whole, Array.from({ length: count }, (_, index) => row(`r${index}`)).join('\n'));
  const importing = (file: string, ...more: string[]) =>
    atrium.command('import', 'sales', file, '--organization', 'Shops', ...more);
  expect(await atrium.command('site', 'apply', sites)).toMatchObject({ status: 0 });

  const server = await atrium.serve();
  expect(await importing(wrong)).toEqual({
    status: 1,
    out: '',
    errors: [
      `${wrong}:2: column B: "14.01.2026" is no date with an hour, such as 2026-11-17T09:41:00+01:00`,
      `${wrong}:3: column C: "8" is the id of no site`,
      '2 rows are wrong: nothing was imported',
      '',
    ].join('\n'),
  });
  const killed = importing(whole);
  await writing(folder);
  await server.stop('SIGKILL');
  expect((await killed).status).toBe(1);

  const told = (added: number) =>
    `shop 7: ${count} receipts of 1 days, ${(count * 2.5).toFixed(2)} CHF; ${added} new, 0 corrected`;
  expect(await importing(whole, '--dry-run')).toEqual({
    status: 0,
    out: `${told(count)}\n${count} rows would be imported\n`,
    errors: '',
  });
  const done = await importing(whole);
  expect(done).toMatchObject({ status: 0, errors: '' });
  expect(done.out).toMatch(new RegExp(`^${told(count)}\n${count} rows imported as import \\d+\n$`));
  expect((await importing(whole, '--dry-run')).out).toContain(told(0));
});
