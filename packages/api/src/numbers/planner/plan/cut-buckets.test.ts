import { steadyReadings } from '@atrium/testkit/readings';
import { aShop } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, getPairs } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';

const stores = useTestStores();
const start = Date.parse('2026-05-04T00:00:00Z');
const day = 86_400_000;
const later = start + 60 * day;
const between = (...texts: string[]) => ({ filters: { conditions: [{ criterion: 'DATE', values: texts }] } });
const by = (granularity: number) => ({ groupBy: [{ type: 'DATE', granularity }] });
let organization = 89_000;

/** Stores a shop with 12 people an hour, twice as many from the second week on. 2026-05-04 is a Monday. */
async function shop() {
  const site = aShop(organization++);
  await store(stores.analytics, site, [
    ...steadyReadings(21, 'affluenceIn', start, start + 7 * day, 1),
    ...steadyReadings(21, 'affluenceIn', start + 7 * day, start + 21 * day, 2),
  ]);
  const ask = createQuerier(() => stores.analytics, [site], later);
  return async (raw: object) => getPairs(await ask({ metric: 'affluenceIn', ...raw }));
}

const week = 604_800;
const tuesday = '2026-05-05/2026-05-06';
const thursday = '2026-05-07/2026-05-08';
const untilWednesday = '2026-05-10/2026-05-13';

test.each([
  ['two days of a week', [tuesday, thursday], week, [['2026-05-05T00:00:00+00:00', 576]]],
  ['in any order', [thursday, tuesday], week, [['2026-05-05T00:00:00+00:00', 576]]],
  [
    'three ranges, the last of which goes on into the next week',
    [tuesday, thursday, untilWednesday],
    week,
    [
      ['2026-05-05T00:00:00+00:00', 864],
      ['2026-05-11T00:00:00+00:00', 1152],
    ],
  ],
  ['a month', [tuesday, untilWednesday], 2_592_000, [['2026-05-05T00:00:00+00:00', 1728]]],
  [
    'different weeks stay apart',
    [tuesday, '2026-05-12/2026-05-13'],
    week,
    [
      ['2026-05-05T00:00:00+00:00', 288],
      ['2026-05-12T00:00:00+00:00', 576],
    ],
  ],
  [
    'parts of an hour',
    ['2026-05-05T10:00:00Z/2026-05-05T10:10:00Z', '2026-05-05T10:40:00Z/2026-05-05T11:10:00Z'],
    3600,
    [
      ['2026-05-05T10:00:00+00:00', 6],
      ['2026-05-05T11:00:00+00:00', 2],
    ],
  ],
  [
    'parts of a day',
    ['2026-05-05T10:00:00Z/2026-05-05T12:00:00Z', '2026-05-05T14:00:00Z/2026-05-05T15:00:00Z'],
    86_400,
    [['2026-05-05T10:00:00+00:00', 36]],
  ],
])('what several ranges cut is one row: %s', async (_, ranges, granularity, rows) => {
  const ask = await shop();
  expect(await ask({ ...between(...ranges), ...by(granularity) })).toEqual(rows);
});

test('its extremes are over whole values of the asked width', async () => {
  const ask = await shop();
  const question = { ...between(tuesday, thursday, '2026-05-11/2026-05-12'), granularity: week };
  expect(await ask({ ...question, aggregation: 'MAX' })).toEqual([['all', 576]]);
  expect(await ask({ ...question, aggregation: 'COUNT' })).toEqual([['all', 2]]);
  expect(await ask({ ...question, aggregation: 'AVERAGE' })).toEqual([['all', 576]]);
});

test('a row keeps its comparison', async () => {
  const site = aShop(organization++);
  await store(stores.analytics, site, [
    ...steadyReadings(21, 'affluenceIn', start, start + 7 * day, 1),
    ...steadyReadings(21, 'affluenceIn', start + 7 * day, start + 21 * day, 2),
  ]);
  const answer = await createQuerier(
    () => stores.analytics,
    [site],
    later,
  )({
    metric: 'affluenceIn',
    ...between('2026-05-12/2026-05-13', '2026-05-14/2026-05-15'),
    ...by(week),
    compare: 'PREVIOUS_WEEKS',
  });
  if (!answer.ok) throw new Error(answer.error.message);
  expect(answer.value.data).toMatchObject([{ label: '2026-05-12T00:00:00+00:00', value: 1152 }]);
  expect(answer.value.comparison).toMatchObject([{ label: '2026-05-12T00:00:00+00:00', value: 576 }]);
  expect(answer.value.evolution).toMatchObject([{ value: 100 }]);
});
