import { aClock } from '@atrium/testkit/time';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createInProcessBus } from '../../../platform/bus/open-bus.ts';
import { createLogger } from '../../../platform/telemetry/logger.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { applySiteFile, exportSiteFile } from '../apply-and-export.ts';
import { lockOrganization } from './load-state.store.ts';

const stores = useTestStores();
const name = 'A large one';
/** More devices than one statement writes, each at its own door. */
const count = 1100;
const numbers = Array.from({ length: count }, (_, index) => index);
const file = {
  organization: { name },
  profiles: [{ name: 'Everything', rights: 'all' }],
  installations: [
    {
      key: 'mall',
      name: 'Mall',
      timezone: 'Europe/Zurich',
      zones: [{ key: 'ground' }],
      passages: numbers.map((number) => ({ key: `door-${number}`, from: 'outside', to: 'ground' })),
      devices: numbers.map((number) => ({ serial: `PAD-${number}`, kind: 'pad', passage: `door-${number}` })),
    },
  ],
};

function apply(text: string) {
  const provisioning = {
    db: stores.relational.db,
    bus: createInProcessBus(createLogger('silent')),
    clock: aClock(Date.parse('2026-03-01T12:00:00Z')),
  };
  return applySiteFile(provisioning, text, { dryRun: false, prune: true, within: null });
}

test('each of many devices is at its own door, and the file comes back as it was', async () => {
  const outcome = await apply(JSON.stringify(file));
  expect(outcome).toMatchObject({ applied: true, problems: [] });
  const { rows } = await stores.relational.db.execute(sql`
    select d.serial, p.key from devices d join device_placements a on a.device_id = d.id
    join passages p on p.id = a.passage_id where d.organization_id = ${outcome.organizationId}`);
  expect(rows).toHaveLength(count);
  for (const { serial, key } of rows) expect(`${serial}`.replace('PAD', 'door')).toBe(key);
  const back = await exportSiteFile(stores.relational.db, outcome.organizationId as never);
  expect((await apply(back)).changes).toEqual([]);
});

test('people of an organization can be added while its file is being applied', async () => {
  const { db } = stores.relational;
  const { organizationId } = await apply(JSON.stringify({ organization: { name: 'Locked' } }));
  await db.transaction(async (applying) => {
    expect(await lockOrganization(applying, 'Locked')).toBe(organizationId);
    // Locks the organization's row as foreign keys do, for example when a user signs in.
    await db.transaction(async (other) => {
      await other.execute(sql`set local lock_timeout = '2s'`);
      await other.execute(
        sql`insert into profiles (organization_id, name, rights) values (${organizationId}, 'New', '[]')`,
      );
    });
  });
});
