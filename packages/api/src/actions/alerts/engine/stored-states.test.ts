import { readFile } from 'node:fs/promises';
import { initialAlertState } from '@atrium/domain/actions/alerts';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';

const stores = useTestStores();
const migration = new URL('../../../../migrations/0030_rename-alert-state-fields.sql', import.meta.url);

test('states stored under the earlier names of their fields are read under the current ones', async () => {
  const { lastReadingAt: _, evaluatedUntil: __, ...rest } = initialAlertState;
  const earlier = (at: number) => ({ ...rest, heardUntil: at, judgedUntil: at + 1 });
  const current = (at: number) => ({ ...rest, lastReadingAt: at, evaluatedUntil: at + 1 });
  const client = await stores.relational.pool.connect();
  try {
    await client.query('create temporary table alert_states (state jsonb not null, checkpoints jsonb not null)');
    const rows = [
      [earlier(5), []],
      [{ ...rest, heardUntil: null, judgedUntil: null }, [earlier(1), earlier(3)]],
    ];
    for (const [state, checkpoints] of rows)
      await client.query('insert into alert_states values ($1, $2)', [state, JSON.stringify(checkpoints)]);
    await client.query(await readFile(migration, 'utf8'));
    expect((await client.query('select state, checkpoints from alert_states')).rows).toEqual([
      { state: current(5), checkpoints: [] },
      { state: initialAlertState, checkpoints: [current(1), current(3)] },
    ]);
  } finally {
    client.release(true);
  }
});
