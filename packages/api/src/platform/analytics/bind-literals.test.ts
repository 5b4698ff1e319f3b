import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../testing/test-stores.ts';
import { bindLiterals } from './embedded-engine.ts';

const stores = useTestStores();

test('any text is returned unchanged and never parsed as SQL', async () => {
  const hostile = fc.constantFrom(
    "'",
    "\\'",
    '\\',
    "''",
    "'; DROP TABLE readings; --",
    '{other:String}',
    '\0',
    '\n',
    '/*',
    '`',
    '$$',
    '🜚',
    '\u2028',
  );
  const text = fc
    .array(fc.oneof(hostile, fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })))
    .map((parts) => parts.join('').toWellFormed());
  await fc.assert(
    fc.asyncProperty(text, fc.array(text, { maxLength: 5 }), async (one, many) => {
      const rows = await stores.analytics.query({
        sql: 'SELECT {one:String} AS one, {many:Array(String)} AS many',
        params: { one, many, other: 'x' },
      });
      expect(rows).toEqual([{ one, many }]);
    }),
    { numRuns: 300 },
  );
});

test('numbers arrive exactly, alone and in lists', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.array(fc.maxSafeInteger()),
      async (whole, real, list) => {
        const rows = await stores.analytics.query({
          sql: 'SELECT toString({whole:Int64}) AS whole, {real:Float64} = {again:Float64} AS same, arrayMap(x -> toString(x), {list:Array(Int64)}) AS list',
          params: { whole, real, again: real, list },
        });
        expect(rows).toEqual([{ whole: String(whole), same: 1, list: list.map((each) => String(each)) }]);
      },
    ),
    { numRuns: 100 },
  );
});

test.each([[[[1, 2], [], [3]]], [[[], []]], [[[-1], [2 ** 40]]]])(
  'nested lists of whole numbers arrive exactly: %j',
  async (lists) => {
    const sql = 'SELECT toJSONString({lists:Array(Array(Int64))}) AS lists';
    const [row] = await stores.analytics.query<{ lists: string }>({ sql, params: { lists } });
    expect(JSON.parse(`${row?.lists}`.replaceAll('"', ''))).toEqual(lists);
  },
);

test.each([
  ['a missing parameter', { sql: 'SELECT {a:Int8}', params: {} }],
  ['a name inherited from Object', { sql: 'SELECT {toString:Int8}', params: {} }],
  ['not a number', { sql: 'SELECT {a:Float64}', params: { a: Number.NaN } }],
  ['infinity', { sql: 'SELECT {a:Float64}', params: { a: Infinity } }],
  ['an object', { sql: 'SELECT {a:String}', params: { a: {} } }],
  ['undefined', { sql: 'SELECT {a:String}', params: { a: undefined } }],
])('%s is a bug and throws', (_, statement) => {
  expect(() => bindLiterals(statement)).toThrow();
});
