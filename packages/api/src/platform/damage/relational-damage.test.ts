import { expect, test } from 'vitest';
import { useTestStores } from '../testing/test-stores.ts';
import { openRelationalChecks } from './relational-checks.store.ts';

const stores = useTestStores();

test('every table is read by its key, a large one in pieces', async () => {
  const { pool } = stores.relational;
  await pool.query('create table large (number int primary key, note text)');
  await pool.query("create index large_notes on large (upper(note) desc, number) where note <> 'none'");
  await pool.query("insert into large select one, 'note ' || one from generate_series(1, 10001) as one");
  const store = openRelationalChecks(pool);
  const walks = await store.walks();
  const { rows } = await pool.query(
    "select 'table ' || quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
  );
  const byKey = walks.filter(({ what }) => /^table \S+$/.test(what)).map(({ what }) => what);
  expect(byKey.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
  expect(walks.map(({ what }) => what)).toContain('table large, index large_notes');
  for (const walk of walks) expect(await store.damageOf(walk), walk.what).toBeNull();

  const asked: string[] = [];
  const connect = async () => {
    const client = await pool.connect();
    return {
      query: (text: string) => {
        asked.push(text);
        return client.query(text);
      },
      release: (isBroken?: boolean) => client.release(isBroken),
    };
  };
  const watched = openRelationalChecks({ connect, query: pool.query.bind(pool) } as never);
  for (const walk of walks.filter(({ what }) => what.startsWith('table large'))) {
    asked.length = 0;
    await watched.damageOf(walk);
    expect(asked.filter((text) => text.startsWith('move'))).toHaveLength(3);
    const [declared = ''] = asked.filter((text) => text.startsWith('declare'));
    const plan = await inOrder(declared.replace(/.* cursor for/, 'explain'));
    expect(plan).toContain(walk.what.includes('index') ? 'using large_notes' : 'using large_pkey');
  }

  async function inOrder(statement: string): Promise<string> {
    const client = await pool.connect();
    await client.query('begin; set local enable_seqscan = off; set local enable_sort = off');
    const { rows: lines } = await client.query(statement);
    await client.query('rollback');
    client.release();
    return JSON.stringify(lines);
  }
});
