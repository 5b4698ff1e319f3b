import { describe, expect, test } from 'vitest';
import { parseInstant } from '../core/index.ts';
import { parseOpeningWeek } from './opening-week.ts';
import { checkTariffs, listPrices, listStandingCharges, type Tariff } from './tariffs.ts';

const week = (hours: Record<string, string[]>) => {
  const parsed = parseOpeningWeek(hours);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value.spans;
};

const tariff = (fields: Partial<Tariff>): Tariff => ({
  kind: 'electricity',
  validFrom: null,
  validTo: null,
  price: 0.3,
  lowPrice: null,
  lowHours: [],
  standingPerDay: null,
  standingPerMonth: null,
  ...fields,
});

const nights = week({ 'mon-thu': ['22:00-06:00'], fri: ['22:00-24:00'], 'sat,sun': ['00:00-24:00'] });
const low = { lowPrice: 0.2, lowHours: nights };

const at = (text: string) => {
  const parsed = parseInstant(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.value;
};

const zurich = (tariffs: readonly Tariff[], changeOfDay = '00:00') => ({
  timezone: 'Europe/Zurich',
  changeOfDay,
  tariffs,
});

describe('checking', () => {
  test.for<[string, readonly Tariff[], string | null]>([
    ['none', [], null],
    ['one', [tariff(low)], null],
    ['two periods that meet', [tariff({ validTo: '2026-01-01' }), tariff({ validFrom: '2026-01-01' })], null],
    ['two kinds of one time', [tariff({}), tariff({ kind: 'water' })], null],
    ['two of one time', [tariff({ validTo: '2026-01-02' }), tariff({ validFrom: '2026-01-01' })], 'apply on the same'],
    ['two without a date', [tariff({}), tariff({})], 'apply on the same'],
    ['an end before its beginning', [tariff({ validFrom: '2026-02-01', validTo: '2026-01-01' })], 'end after'],
    ['a price below 0', [tariff({ price: -0.1 })], 'needs prices'],
    ['a price that is no number', [tariff({ price: Number.NaN })], 'needs prices'],
    ['a low price without hours', [tariff({ lowPrice: 0.1 })], 'together'],
    ['low hours without a price', [tariff({ lowHours: nights })], 'together'],
    ['a standing charge of feed-in', [tariff({ kind: 'feedIn', standingPerDay: 1 })], 'no standing charge'],
    ['too many', Array.from({ length: 201 }, () => tariff({})), 'At most 200'],
  ])('%s', ([, tariffs, refusal]) => {
    const checked = checkTariffs(tariffs);
    expect(checked.ok ? null : checked.error.message).toEqual(
      refusal === null ? null : expect.stringContaining(refusal),
    );
  });

  test('they are returned by kind and date', () => {
    const [late, early, water] = [
      tariff({ validFrom: '2026-01-01' }),
      tariff({ validTo: '2026-01-01' }),
      tariff({ kind: 'water' }),
    ];
    expect(checkTariffs([water, late, early])).toEqual({ ok: true, value: [early, late, water] });
  });
});

describe('prices', () => {
  const year = { from: at('2026-01-01T00:00:00+01:00'), to: at('2027-01-01T00:00:00+01:00') };

  test.for([
    ['2026-06-02T05:59:59+02:00', 0.2],
    ['2026-06-02T06:00:00+02:00', 0.3],
    ['2026-06-01T21:59:59+02:00', 0.3],
    ['2026-06-01T22:00:00+02:00', 0.2],
    // Saturday, and the end of Friday's night.
    ['2026-06-06T12:00:00+02:00', 0.2],
    // Sunday ends at midnight, so Monday's first hours are high: Sunday has no night of its own.
    ['2026-06-08T00:00:00+02:00', 0.3],
    // The nights in which the clock changes end at six by the clock on the wall.
    ['2026-03-27T05:59:59+01:00', 0.2],
    ['2026-03-31T05:59:59+02:00', 0.2],
    ['2026-03-31T06:00:00+02:00', 0.3],
  ] as const)('at %s it is %d', ([moment, price]) => {
    expect(listPrices(zurich([tariff(low)]), ['electricity'], year).findPrice(['electricity'], at(moment))).toBe(price);
  });

  test('a day on which the clock changes has its low hours by the clock', () => {
    const mornings = tariff({ lowPrice: 0.1, lowHours: week({ sun: ['01:00-04:00'] }) });
    for (const [date, hours] of [
      ['2026-03-29', 2],
      ['2026-10-25', 4],
    ] as const) {
      const from = at(`${date}T00:00:00${date < '2026-06' ? '+01:00' : '+02:00'}`);
      const { changes } = listPrices(zurich([mornings]), ['electricity'], { from, to: from + 12 * 3_600_000 });
      expect(changes.map((change) => (change - from) / 3_600_000)).toEqual([1, 1 + hours]);
    }
  });

  test('they change at midnight of the site, and are unknown without a tariff', () => {
    const site = zurich([
      tariff({ validFrom: '2026-02-01', validTo: '2026-03-01', price: 1 }),
      tariff({ validFrom: '2026-03-01', validTo: '2026-04-01', price: 2 }),
    ]);
    const { changes, findPrice, hasLowHours } = listPrices(site, ['electricity'], year);
    const midnights = ['2026-02-01T00:00:00+01:00', '2026-03-01T00:00:00+01:00', '2026-04-01T00:00:00+02:00'].map(at);
    expect(changes).toEqual(midnights);
    expect(hasLowHours).toBe(false);
    expect(
      midnights.flatMap((change) => [findPrice(['electricity'], change - 1), findPrice(['electricity'], change)]),
    ).toEqual([null, 1, 1, 2, 2, null]);
    expect(findPrice(['water'], midnights[0] as number)).toBeNull();
  });

  test('the first kind with a price counts', () => {
    const site = zurich([
      tariff({ kind: 'water', price: 2 }),
      tariff({ kind: 'hotWater', validFrom: '2026-07-01', price: 9 }),
    ]);
    const { findPrice } = listPrices(site, ['water', 'hotWater'], year);
    expect([findPrice(['hotWater', 'water'], year.from), findPrice(['hotWater', 'water'], year.to - 1)]).toEqual([
      2, 9,
    ]);
  });

  test('there are none without tariffs', () => {
    const prices = listPrices({ timezone: 'UTC', changeOfDay: '00:00' }, ['electricity'], year);
    expect([prices.changes, prices.findPrice(['electricity'], year.from)]).toEqual([[], null]);
  });
});

describe('standing charges', () => {
  test.for([
    ['2026-02-10', 1 + 28 / 28],
    ['2024-02-10', 1 + 28 / 29],
    ['2026-03-29', 1 + 28 / 31],
    ['2026-04-30', 1 + 28 / 30],
  ] as const)('of %s', ([date, amount]) => {
    const site = zurich([tariff({ standingPerDay: 1, standingPerMonth: 28 })], '04:00');
    const from = at(`${date}T12:00:00+01:00`);
    const [only, ...more] = listStandingCharges(site, ['electricity'], { from, to: from + 1000 });
    expect(more).toEqual([]);
    expect(only?.amount).toBeCloseTo(amount, 12);
    // From four to four by the clock.
    expect(((only?.to ?? 0) - (only?.from ?? 0)) / 3_600_000).toBe(24);
  });

  test('a year adds up to twelve months and its days', () => {
    const site = zurich([
      tariff({ standingPerDay: 0.5, standingPerMonth: 7 }),
      tariff({ kind: 'heat', standingPerDay: 99 }),
    ]);
    const year = { from: at('2026-01-01T00:00:00+01:00'), to: at('2027-01-01T00:00:00+01:00') };
    const charges = listStandingCharges(site, ['electricity'], year);
    expect(charges.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(12 * 7 + 365 * 0.5, 9);
    expect(charges.every(({ to }, index) => to === (charges[index + 1]?.from ?? year.to))).toBe(true);
  });

  test('they follow the period of their tariff', () => {
    const site = zurich([tariff({ validFrom: '2026-05-04', validTo: '2026-05-06', standingPerDay: 2 })]);
    const span = { from: at('2026-05-01T00:00:00+02:00'), to: at('2026-06-01T00:00:00+02:00') };
    expect(listStandingCharges(site, ['electricity'], span).map(({ amount }) => amount)).toEqual([2, 2]);
  });
});
