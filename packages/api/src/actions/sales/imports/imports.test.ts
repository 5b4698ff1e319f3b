import { Random } from '@atrium/testkit/chance';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { Cancelled } from '../../../platform/failures.ts';
import { testFiles } from '../../../platform/testing/test-files.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { buildLine, openSalesWorld, type SalesWorld } from '../testing/sales-world.ts';

const stores = useTestStores();
let opened = 0;
const aWorld = () => openSalesWorld(stores, `Sales ${++opened}`);

const shopOf = (answer: { shops: { shopId: string }[] }, shopId: string) =>
  answer.shops.find((shop) => shop.shopId === shopId);

test('M02 a file is imported, feeds the metrics, and says what it changed', async () => {
  const { send, imports, days } = await aWorld();
  const file = [
    'Receipt,Date,Shop,Items,Turnover,Currency',
    buildLine('a', '101', '2026-11-17', '48.50', 3),
    buildLine('b', '101', '2026-11-20', 20),
    buildLine('c', '101', '2026-11-20', -5, -1),
    buildLine('a', '201', '2026-11-18', 7),
  ].join('\n');
  expect(await send(file, { checkOnly: true })).toMatchObject({
    fileUrl: null,
    importId: null,
    rows: 4,
    faultyRows: 0,
  });
  expect(await imports()).toMatchObject({ count: 0 });
  const answer = await send(file);
  expect(answer).toMatchObject({ rows: 4, faults: [] });
  expect(answer.fileUrl).toMatch(/^\/files\/.+\.csv\?name=till\.csv$/);
  expect(shopOf(answer, '101')).toEqual({
    shopId: '101',
    receipts: 3,
    added: 3,
    corrected: 0,
    turnover: 63.5,
    currency: 'CHF',
  });
  // Open days between two receipts have no sales. The days around them are unknown.
  expect(await days('101', 'turnover', '2026-11-16', '2026-11-22')).toEqual([null, 48.5, 0, 0, 15, null]);
  expect(await days('101', 'numberOfOrders', '2026-11-20', '2026-11-21')).toEqual([1]);
  expect(await days('201', 'turnover', '2026-11-18', '2026-11-19')).toEqual([7]);
  expect((await imports()).nodes).toMatchObject([
    {
      fileName: 'till.csv',
      undoneAt: null,
      sites: [
        { name: 'Shop 101', receipts: 3, added: 3, turnover: 63.5, firstDay: '2026-11-17', lastDay: '2026-11-20' },
        { name: 'Shop 201', receipts: 1 },
      ],
    },
  ]);
});

test('M02 the same file again changes nothing, and other values correct', async () => {
  const { send, days } = await aWorld();
  const first = [buildLine('a', '101', '2026-11-17', 10), buildLine('b', '101', '2026-11-17', 20)].join('\n');
  await send(first);
  expect(shopOf(await send(first), '101')).toMatchObject({ added: 0, corrected: 0 });
  const second = [buildLine('b', '101', '2026-11-17', 25), buildLine('c', '101', '2026-11-17', 1)].join('\n');
  expect(shopOf(await send(second, { checkOnly: true }), '101')).toMatchObject({ added: 1, corrected: 1 });
  expect(await days('101', 'turnover', '2026-11-17', '2026-11-18')).toEqual([30]);
  expect(shopOf(await send(second), '101')).toMatchObject({ added: 1, corrected: 1 });
  expect(await days('101', 'turnover', '2026-11-17', '2026-11-18')).toEqual([36]);
});

test('M02 a file with one wrong row is imported not at all', async () => {
  const { send, imports, days } = await aWorld();
  const file = [
    buildLine('a', '101', '2026-11-17', 10),
    buildLine('b', '999', '2026-11-17', 20),
    buildLine('c', '101', '2027-11-17', 1),
  ].join('\n');
  expect(await send(file)).toEqual(['Invalid uploaded file']);
  expect(await send(file, { checkOnly: true })).toMatchObject({
    faultyRows: 2,
    faults: [
      { row: 2, column: 'C', reason: 'shopUnknown', value: '999' },
      { row: 3, column: 'B', reason: 'timeFuture' },
    ],
  });
  expect(await imports()).toMatchObject({ count: 0 });
  expect(await days('101', 'turnover', '2026-11-17', '2026-11-18')).toEqual([null]);
});

test.each([
  [{ file: null }, 'File required'],
  [{ uploaderDateTime: 'yesterday' }, 'Invalid date format'],
  [{ uploaderDateTime: '2026-13-01T00:00:00' }, 'Invalid date format'],
  [{ uploaderTimezone: 'Mars/Olympus' }, 'Invalid timezone format'],
  [{ file: new File(['a'], 'a.exe') }, 'Invalid file type'],
  [{ file: new File(['PK\u0003\u0004'], 'a.csv') }, 'Invalid file type'],
  [{ file: new File([''], 'a.csv') }, 'Invalid uploaded file'],
  [{ file: new File(['Receipt,Date,Shop,Items,Turnover,Currency'], 'a.csv') }, 'Invalid uploaded file'],
  [{ file: new File(['PK\u0003\u0004 and nothing'], 'a.xlsx') }, 'Invalid uploaded file'],
])('M02 %j is refused: %s', async (given, message) => {
  const { ask } = await aWorld();
  const input = {
    file: new File([buildLine('a', '101', '2026-11-17', 1)], 'a.csv'),
    uploaderDateTime: '2026-11-24T14:48:00.000',
    uploaderTimezone: 'Europe/Zurich',
    ...given,
  };
  const source = 'mutation ($input: ImportSalesMetricsInput!) { importSalesMetricsCsv(input: $input) { fileUrl } }';
  expect(await ask(source, { input })).toEqual([message]);
});

test('M02 a file that can’t be kept is not imported', async () => {
  const put = () => Promise.reject(new Error('the disk is full'));
  const { send, imports } = await openSalesWorld(stores, `Sales ${++opened}`, { ...testFiles().store, put });
  expect(await send(buildLine('a', '101', '2026-11-17', 1))).toEqual(['Storage failure']);
  expect(await imports()).toMatchObject({ count: 0 });
});

test('M02 today is known up to its newest receipt', async () => {
  const { send, services, scope, site } = await aWorld();
  await send(buildLine('a', '101', '2026-11-24', 10));
  const { rows } = await stores.relational.db.execute(sql`
    select date, extract(epoch from until)::float8 * 1000 as until from sales_import_days
    where installation_id = ${site('101')}`);
  expect(rows).toEqual([{ date: '2026-11-24', until: Date.parse('2026-11-24T09:00:00Z') }]);
  expect(await services.sites.topology(scope, site('101'))).not.toBeNull();
});

/** Returns all stored data of a shop's receipts, as text. */
const known = async ({ site }: SalesWorld, shopId = '101') => {
  const { rows } = await stores.relational.db.execute(sql`
    select receipt, sold_at, items, turnover, currency from sales_receipts
    where installation_id = ${site(shopId)} order by receipt`);
  return JSON.stringify(rows);
};

test('an import that is undone leaves what was there before, and can be imported again', async () => {
  const world = await aWorld();
  const { send, effect, undo, days, imports } = world;
  await send([buildLine('a', '101', '2026-11-17', 10), buildLine('b', '101', '2026-11-17', 20)].join('\n'));
  const before = await known(world);
  const second = [
    buildLine('b', '101', '2026-11-17', 25),
    buildLine('c', '101', '2026-11-19', 1),
    buildLine('a', '101', '2026-11-17', 10),
  ].join('\n');
  const { importId } = await send(second);
  const after = await known(world);
  expect(await effect(importId)).toEqual({
    removed: 1,
    restored: 1,
    kept: 0,
    turnover: [{ currency: 'CHF', amount: -6 }],
  });
  expect(await undo(importId)).toMatchObject({ id: importId, undoneAt: expect.any(Number) });
  expect(await known(world)).toBe(before);
  expect(await days('101', 'turnover', '2026-11-17', '2026-11-20')).toEqual([30, null, null]);
  expect(await undo(importId)).toEqual(['This import is undone already']);
  expect(await effect(importId)).toEqual(['This import is undone already']);
  await send(second);
  expect(await known(world)).toBe(after);
  expect((await imports()).nodes.map(({ undoneAt }: { undoneAt: number | null }) => undoneAt === null)).toEqual([
    true,
    false,
    true,
  ]);
});

test('values of a later import stay, and undoing it too restores those before both', async () => {
  const world = await aWorld();
  const { send, effect, undo } = world;
  const first = await send(
    [buildLine('a', '101', '2026-11-17', 10), buildLine('b', '101', '2026-11-17', 20)].join('\n'),
  );
  const second = await send(buildLine('b', '101', '2026-11-17', 25));
  expect(await effect(first.importId)).toMatchObject({ removed: 1, restored: 0, kept: 1, turnover: [{ amount: -10 }] });
  await undo(first.importId);
  expect(JSON.parse(await known(world))).toMatchObject([{ receipt: 'b', turnover: '25.0000' }]);
  expect(await effect(second.importId)).toMatchObject({ removed: 1, restored: 0, kept: 0 });
  await undo(second.importId);
  expect(await known(world)).toBe('[]');
});

test('imports undone in any order leave the values of the others', async () => {
  const chance = new Random(7);
  const between = (low: number, high: number) => low + chance.below(high - low + 1);
  for (let round = 0; round < 6; round++) {
    const world = await aWorld();
    const files = Array.from({ length: 4 }, () =>
      ['a', 'b', 'c', 'd'].flatMap((receipt) =>
        chance.chance(0.6) ? [buildLine(receipt, '101', '2026-11-17', between(1, 3))] : [],
      ),
    ).map((lines) => (lines.length > 0 ? lines : [buildLine('e', '101', '2026-11-17', 1)]).join('\n'));
    const ids: number[] = [];
    for (const file of files) ids.push((await world.send(file)).importId);
    const undone = new Set<number>();
    for (const index of chance.shuffled([0, 1, 2, 3])) {
      await world.undo(ids[index] as number);
      undone.add(index);
      const told = new Map(
        files.flatMap((file, at) =>
          undone.has(at) ? [] : file.split('\n').map((row) => [row.split(',')[0], row.split(',')[4]] as const),
        ),
      );
      const stored = JSON.parse(await known(world)).map((row: { receipt: string; turnover: string }) => [
        row.receipt,
        Number(row.turnover),
      ]);
      expect(stored).toEqual([...told].map(([receipt, turnover]) => [receipt, Number(turnover)]).sort());
    }
  }
});

test('an import ends when its sender has left, and nothing of it is kept', async () => {
  const { store } = testFiles();
  const leaving = new AbortController();
  const kept = new Set<string>();
  const files = {
    ...store,
    put: async (key: string, bytes: Uint8Array) => {
      leaving.abort();
      kept.add(key);
      await store.put(key, bytes);
    },
    delete: async (key: string) => {
      kept.delete(key);
      await store.delete(key);
    },
  };
  const { services, scope, imports, days } = await openSalesWorld(stores, `Sales ${++opened}`, files);
  const wanted = {
    file: new File([buildLine('a', '101', '2026-11-17', 10)], 'till.csv'),
    uploaderDateTime: '2026-11-24T14:48:00',
    uploaderTimezone: 'Europe/Zurich',
    checkOnly: false,
  };
  await expect(services.importSales(scope, wanted, leaving.signal)).rejects.toThrow(Cancelled);
  expect(await imports()).toMatchObject({ count: 0 });
  expect(await days('101', 'turnover', '2026-11-17', '2026-11-18')).toEqual([null]);
  expect([...kept]).toEqual([]);
});

test("a wrong line of a till's own export stops no other", async () => {
  const { services, scope, days, imports } = await openSalesWorld(stores, `Sales ${++opened}`);
  const columns = {
    ...{ receipt: 'Id', date: 'Date', time: null, items: 'Qty', turnover: 'Net' },
    ...{ shop: { value: '101' }, currency: null, dateOrder: null },
  };
  const text = [
    'Id,Date,Qty,Net',
    'a,2026-11-17 10:00,1,Fr. 10.00',
    'a,2026-11-17 10:00,1,CHF 5.00',
    'b,2026-11-17 10:05,two,CHF 7.00',
    'c,2026-11-17 10:10,1,CHF 3.00',
  ];
  const read = (lines: readonly string[], checkOnly: boolean) => {
    const file = new File([lines.join('\n')], 'till.csv');
    const sent = { file, uploaderDateTime: '2026-11-24T14:48:00', uploaderTimezone: 'UTC', columns, checkOnly };
    return services.importSales(scope, sent);
  };
  const lines = text.map((line) => line.replace('Fr. ', 'CHF '));
  const outcome = { check: { faultyRows: 1, faults: [{ row: 4, reason: 'itemsForm', value: 'two' }] } };
  expect(await read(lines, true)).toMatchObject({ ok: true, value: { ...outcome, importId: null } });
  expect(await read(lines, false)).toMatchObject({ ok: true, value: outcome });
  expect(await days('101', 'turnover', '2026-11-17', '2026-11-18')).toEqual([18]);
  expect(await imports()).toMatchObject({ count: 1 });
  // A receipt with a wrong line is left out as a whole: a part of it would be a wrong number.
  const wrong = [lines[0] as string, 'd,2026-11-17 11:00,1,CHF 4.00', 'd,2026-11-17 11:00,1,free'];
  expect(await read(wrong, false)).toMatchObject({ ok: false });
});

test('two imports of the same shop at once are the one after the other', async () => {
  const world = await aWorld();
  const file = (turnover: number) =>
    Array.from({ length: 2000 }, (_, index) =>
      buildLine(`r${(index * 7919) % 2000}`, '101', '2026-11-17', turnover),
    ).join('\n');
  const [one, other] = await Promise.all([world.send(file(1)), world.send(file(2))]);
  const counts = [one, other].map((answer) => shopOf(answer, '101') as unknown as { added: number; corrected: number });
  expect(counts.map(({ added }) => added).sort()).toEqual([0, 2000]);
  expect(counts.map(({ corrected }) => corrected).sort()).toEqual([0, 2000]);
  expect(await world.days('101', 'turnover', '2026-11-17', '2026-11-18')).toEqual([
    expect.toSatisfy((sum) => sum === 2000 || sum === 4000),
  ]);
});

test('who sees some shops imports for those, and learns nothing of others', async () => {
  const { send, imports, effect, undo, limitedTo, ask } = await aWorld();
  const limited = limitedTo('101');
  const hidden = buildLine('a', '102', '2026-11-17', 1);
  expect(await send(hidden, { as: limited, checkOnly: true })).toMatchObject({
    faults: [{ row: 1, column: 'C', reason: 'shopUnknown', value: '102', beside: '' }],
  });
  const both = await send([buildLine('a', '101', '2026-11-17', 1), hidden].join('\n'));
  const own = await send(buildLine('b', '101', '2026-11-17', 1), { as: limited });
  expect((await imports(limited)).nodes.map(({ id }: { id: number }) => id)).toEqual([own.importId]);
  for (const refused of [await effect(both.importId, limited), await undo(both.importId, limited)])
    expect(refused).toEqual(['No such import']);
  expect(await undo(own.importId, limited)).toMatchObject({ id: own.importId });
  expect(await ask('{ salesShops { shopId name } }', {}, limited)).toEqual([{ shopId: '101', name: 'Shop 101' }]);
  const stranger = await aWorld();
  expect(await stranger.undo(both.importId)).toEqual(['No such import']);
  expect(await stranger.imports()).toMatchObject({ count: 0 });
});

test('a change of sales is told to whoever listens, and written down', async () => {
  const { send, undo, bus, site, organizationId } = await aWorld();
  const heard: number[] = [];
  bus.subscribe('sales.changed', ({ installationId }) => heard.push(installationId));
  const { importId } = await send(
    [buildLine('a', '101', '2026-11-17', 1), buildLine('a', '102', '2026-11-17', 1)].join('\n'),
  );
  await undo(importId, undefined, ' wrong till ');
  await new Promise(setImmediate);
  expect(heard).toEqual([site('101'), site('102'), site('101'), site('102')]);
  const { rows } = await stores.relational.db.execute(sql`
    select action, details from audit_entries where organization_id = ${organizationId} and subject_id = ${importId} order by id`);
  expect(rows).toMatchObject([
    { action: 'sales.imported', details: { file: 'till.csv', receipts: 2, added: 2, corrected: 0 } },
    { action: 'sales.importUndone', details: { file: 'till.csv', removed: 2, restored: 0, reason: 'wrong till' } },
  ]);
});

let month: readonly string[] = [];
beforeAll(() => {
  const chance = new Random(23);
  const between = (low: number, high: number) => low + chance.below(high - low + 1);
  month = Array.from({ length: 3000 }, (_, index) => {
    const time = `2026-10-${String(between(1, 31)).padStart(2, '0')}T${String(between(6, 21)).padStart(2, '0')}:${String(between(0, 59)).padStart(2, '0')}:00+02:00`;
    return `r${index},${time},10${between(1, 3)},${between(-2, 9)},${(between(-3000, 20_000) / 100).toFixed(2)},CHF`;
  });
});

test('M03 a generated month comes to what its lines add up to', async () => {
  const { send, days } = await aWorld();
  await send(month.join('\n'));
  for (const shopId of ['101', '102', '103']) {
    const own = month.map((row) => row.split(',')).filter((cells) => cells[2] === shopId);
    const cents = own.reduce((sum, cells) => sum + Math.round(Number(cells[4]) * 100), 0);
    const orders = own.filter((cells) => Number(cells[4]) > 0);
    const of = async (metric: string) =>
      (await days(shopId, metric, '2026-10-01', '2026-10-25'))
        .concat(await days(shopId, metric, '2026-10-25', '2026-11-01'))
        .reduce<number>((sum, value) => sum + Number(value ?? 0), 0);
    expect(Math.round((await of('turnover')) * 100)).toBe(cents);
    expect(await of('numberOfOrders')).toBe(orders.length);
    expect(await of('numberOfGoodsSold')).toBe(orders.reduce((sum, cells) => sum + Number(cells[3]), 0));
  }
});
