import { expect, test } from 'vitest';
import { useTestStores } from '../testing/test-stores.ts';
import { engineArguments } from './engine-settings.ts';
import { migrateAnalytics } from './migrate-analytics.ts';

const stores = useTestStores();
const run = (sql: string, maxSeconds?: number) =>
  stores.analytics.query({ sql, params: {} }, maxSeconds === undefined ? {} : { maxSeconds });

const reading = {
  organization: 1,
  installation: 1,
  metric: 'co2',
  device: 7,
  at: 0,
  descriptors: '',
  visitor: '',
  x: -1,
  y: -1,
};
const rest = { value: 1, weight: 1, interval: 0, version: 1 };

test.each([
  ['writing', 'INSERT INTO readings (organization) VALUES (1)'],
  ['dropping', 'DROP TABLE readings'],
  ['the files of the machine', "SELECT * FROM file('/etc/passwd', 'LineAsString')"],
  ['the network', "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString', 'line String')"],
  ['lifting its own limits', 'SELECT 1 SETTINGS max_execution_time = 0'],
  ['leaving the reading mode', 'SELECT 1 SETTINGS readonly = 0'],
])('a reading statement is refused %s', async (_, sql) => {
  await expect(run(sql)).rejects.toThrow(/readonly|read-only/i);
});

test('a statement that takes too long ends as an overload, while others are answered', async () => {
  const long = run('SELECT sum(sipHash64(number)) FROM numbers(1000000000000)', 1);
  const ended = expect(long).rejects.toMatchObject({ retryAfter: 10, cause: { code: '159' } });
  await run('SELECT 1');
  await stores.analytics.ping();
  await ended;
});

test('a statement of many sites that exceeds the default query size is answered', async () => {
  const long = `SELECT length('${'7,'.repeat(500_000)}') AS length`;
  expect(await run(long)).toEqual([{ length: 1_000_000 }]);
});

test('a statement that needs too much memory is ended', async () => {
  await expect(run('SELECT length(groupArray(number)) FROM numbers(1000000000)')).rejects.toMatchObject({
    code: '241',
  });
});

test.each([
  ['a value of another type', { value: 'much' }],
  ['a column that does not exist', { valeu: 1 }],
  ['null', { value: null }],
  ['undefined', { version: undefined }],
  ['not a number', { value: Number.NaN }],
  ['infinity', { x: Number.POSITIVE_INFINITY }],
])('a bad row (%s) refuses the whole insert', async (_, wrong) => {
  const good = { ...reading, ...rest };
  await expect(stores.analytics.insert('readings', [good, { ...good, ...wrong }])).rejects.toThrow();
  expect(await run('SELECT * FROM readings')).toEqual([]);
});

test.each([3, 0])('returns %i rows by column', async (rows) => {
  const statement = {
    sql: 'SELECT toUInt32(number) AS place, toString(number) AS name FROM numbers({rows:UInt32})',
    params: { rows },
  };
  const places = Array.from({ length: rows }, (_, place) => place);
  expect(await stores.analytics.columns(statement)).toEqual({ place: places, name: places.map(String) });
});

test('inserts are synced, and small parts are merged late', async () => {
  const sql = "SELECT engine_full AS made FROM system.tables WHERE name = 'readings' AND database = currentDatabase()";
  const made = `${JSON.stringify(await run(sql))}`;
  for (const setting of ['fsync_after_insert = 1', 'fsync_part_directory = 1', 'merge_selector_base = 10'])
    expect(made).toContain(setting);
});

test('no table has statistics, which each statement would read from files', async () => {
  const sql = `SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'
    AND name != 'analytics_migrations' AND position(engine_full, 'auto_statistics_types = \\'\\'') = 0`;
  expect(await run(sql)).toEqual([]);
});

test('text in rows is stored exactly', async () => {
  const visitor = `a;b'; DROP TABLE readings; \n\n\\ " {x:String} ünï 🜚`;
  await stores.analytics.insert('readings', [{ ...reading, ...rest, visitor }]);
  expect(await run('SELECT visitor FROM readings')).toEqual([{ visitor }]);
});

test('migrations are applied once each and in order, and a failed one is retried', async () => {
  const create = (id: string, ...statements: string[]) => ({ id, statements });
  const first = create('9001-a', 'CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x');
  await migrateAnalytics(stores.analytics, [first]);
  const broken = [
    first,
    create('9002-b', 'CREATE TABLE IF NOT EXISTS b (x Int8) ENGINE = MergeTree ORDER BY x', 'CREATE TABLE nonsense'),
  ];
  await expect(migrateAnalytics(stores.analytics, broken)).rejects.toThrow();
  await migrateAnalytics(stores.analytics, [
    first,
    create('9002-b', 'CREATE TABLE IF NOT EXISTS b (x Int8) ENGINE = MergeTree ORDER BY x'),
  ]);
  expect(await run("SELECT id FROM analytics_migrations WHERE id >= '9' ORDER BY id")).toEqual([
    { id: '9001-a' },
    { id: '9002-b' },
  ]);
});

test('the engine has the settings of the whole process and respects them', async () => {
  const { timezone: _, ...numbers } = engineArguments;
  const names = Object.keys(numbers).map((name) => `'${name}'`);
  const sql = `SELECT name, toFloat64(value) AS value FROM system.server_settings WHERE name IN (${names.join(', ')})`;
  const found = await stores.analytics.query<{ name: string; value: number }>({ sql, params: {} });
  expect(Object.fromEntries(found.map(({ name, value }) => [name, value]))).toEqual(numbers);
});

test('a corrected row is not found by its old value, with PREWHERE before FINAL', async () => {
  await stores.analytics.insert('readings', [{ ...reading, ...rest, device: 11, value: 5 }]);
  await stores.analytics.insert('readings', [{ ...reading, ...rest, device: 11, value: 9, version: 2 }]);
  const of = (condition: string) =>
    run(
      `SELECT value FROM readings FINAL WHERE organization = 1 AND installation = 1 AND device = 11 AND ${condition}`,
    );
  expect(await of('value = 5')).toEqual([]);
  expect(await of('version = 1')).toEqual([]);
  expect(await of('value = 9')).toEqual([{ value: 9 }]);
});
