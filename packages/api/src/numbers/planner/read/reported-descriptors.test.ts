import { aDoor, aPad, aShop, aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs } from '../../testing/ask.ts';
import { store } from '../../testing/store.ts';

const stores = useTestStores();
const analytics = () => stores.analytics;
const utc = (text: string) => Date.parse(`${text}Z`);
const later = utc('2027-01-01T00:00');
const hour = 3_600_000;
let organization = 740;

const byHour = { groupBy: [{ type: 'DATE', granularity: 3600 }] };

describe('splits that doors report', () => {
  test('a door that splits by gender only now and then: no split is invented', async () => {
    const site = aShop(organization++);
    const at = utc('2026-05-04T10:00');
    await store(analytics(), site, [
      { device: 21, metric: 'affluenceIn', at, value: 5 },
      { device: 21, metric: 'affluenceIn', at, value: 3, descriptors: 'gender=female' },
      { device: 21, metric: 'affluenceIn', at, value: 2, descriptors: 'gender=male' },
      { device: 21, metric: 'affluenceIn', at: at + hour, value: 4 },
    ]);
    const ask = createQuerier(analytics, [site], later);
    const asked = {
      metric: 'affluenceIn',
      filters: { conditions: [during('2026-05-04T10:00:00Z/2026-05-04T12:00:00Z')] },
    };
    expect(getPairs(await ask(asked))).toEqual([['all', 9]]);
    expect(
      getPairs(await ask({ ...asked, groupBy: [{ type: 'DATE', granularity: 3600 }, { type: 'GENDER' }] })),
    ).toEqual([
      [
        '2026-05-04T10:00:00+00:00',
        [
          ['female', 3],
          ['male', 2],
        ],
      ],
      [
        '2026-05-04T11:00:00+00:00',
        [
          ['female', 'missing'],
          ['male', 'missing'],
        ],
      ],
    ]);
    const women = [...asked.filters.conditions, { criterion: 'GENDER', values: ['female'] }];
    expect(getPairs(await ask({ ...asked, filters: { conditions: women } }))).toEqual([['all', 3]]);
  });

  test('a door that never reports ages has unknown adults, even in empty hours, and the answer says why', async () => {
    const site = aShop(organization++);
    const at = utc('2026-05-04T10:00');
    const descriptors = 'gender=female';
    await store(analytics(), site, [
      { device: 21, metric: 'affluenceIn', at, value: 0, descriptors },
      { device: 21, metric: 'affluenceIn', at: at + hour, value: 4, descriptors },
    ]);
    const ask = createQuerier(analytics, [site], later);
    const among = (criterion: string, value: string, from = '10:00', to = '12:00') => ({
      metric: 'affluenceIn',
      filters: {
        conditions: [during(`2026-05-04T${from}:00Z/2026-05-04T${to}:00Z`), { criterion, values: [value] }],
      },
    });
    const adults = (from?: string, to?: string) => among('AGE_CATEGORY', 'adult', from, to);
    const notTold = { value: null, state: 'missing', notTold: ['ageCategory'] };
    expect(await ask(adults())).toMatchObject({
      value: {
        data: [{ label: 'all', ...notTold }],
        notTold: ['ageCategory'],
        coverage: { silent: expect.anything() },
      },
    });
    expect(await ask({ ...adults(), groupBy: [{ type: 'DATE', granularity: 3600 }] })).toMatchObject({
      value: {
        data: [
          { label: '2026-05-04T10:00:00+00:00', ...notTold },
          { label: '2026-05-04T11:00:00+00:00', ...notTold },
        ],
      },
    });
    expect(await ask(adults('10:00', '11:00'))).toMatchObject({ value: { data: [notTold] } });
    // For reported values an empty hour is a known 0.
    expect(await ask(among('GENDER', 'male'))).toMatchObject({ value: { data: [{ value: 0 }], notTold: [] } });
    // For the same reason there are no ages to list.
    expect(await ask({ ...among('GENDER', 'female'), groupBy: [{ type: 'AGE_CATEGORY' }] })).toMatchObject({
      value: { data: [], notTold: ['ageCategory'] },
    });
    const both = adults();
    both.filters.conditions.push({ criterion: 'GENDER', values: ['female'] });
    expect(await ask(both)).toMatchObject({ value: { data: [notTold] } });
  });

  test('gender and age of different people cannot be combined', async () => {
    const site = aShop(organization++);
    const at = utc('2026-05-04T10:00');
    await store(analytics(), site, [
      { device: 21, metric: 'affluenceIn', at, value: 4, descriptors: 'gender=female' },
      { device: 21, metric: 'affluenceIn', at, value: 4, descriptors: 'ageCategory=adult' },
    ]);
    const conditions = [
      during('2026-05-04/2026-05-05'),
      { criterion: 'GENDER', values: ['female'] },
      { criterion: 'AGE_CATEGORY', values: ['adult'] },
    ];
    const answer = await createQuerier(analytics, [site], later)({ metric: 'affluenceIn', filters: { conditions } });
    expect(answer).toMatchObject({ value: { data: [{ state: 'missing', notTold: ['ageCategory', 'gender'] }] } });
  });

  test('a door that reported genders before counts 0 in an empty hour, and unknown in an unsplit one', async () => {
    const site = aShop(organization++);
    const at = utc('2026-05-04T10:00');
    await store(analytics(), site, [
      { device: 21, metric: 'affluenceIn', at: at - 30 * 24 * hour, value: 2, descriptors: 'gender=female' },
      { device: 21, metric: 'affluenceIn', at, value: 0 },
      { device: 21, metric: 'affluenceIn', at: at + hour, value: 4 },
    ]);
    const ask = createQuerier(analytics, [site], later);
    const women = (from: string, to: string) => ({
      metric: 'affluenceIn',
      filters: {
        conditions: [
          during(`2026-05-04T${from}:00Z/2026-05-04T${to}:00Z`),
          { criterion: 'GENDER', values: ['female'] },
        ],
      },
    });
    expect(await ask(women('10:00', '11:00'))).toMatchObject({ value: { data: [{ value: 0 }] } });
    const untold = { data: [{ state: 'missing', notTold: ['gender'] }] };
    expect(await ask(women('11:00', '12:00'))).toMatchObject({ value: untold });
    expect(await ask(women('10:00', '12:00'))).toMatchObject({ value: untold });
  });

  test('with one door reporting genders and one not, the number of women is partial', async () => {
    const site = aSite(organization++, {
      timezone: 'UTC',
      zones: [aZone(1)],
      passages: [aDoor(11, null, 1), aDoor(12, null, 1)],
      devices: [aPad(21, 11), aPad(22, 12)],
    });
    const at = utc('2026-05-04T10:00');
    await store(analytics(), site, [
      { device: 21, metric: 'affluenceIn', at, value: 3, descriptors: 'gender=female', interval: 3600 },
      { device: 22, metric: 'affluenceIn', at, value: 7, interval: 3600 },
      { device: 21, metric: 'affluenceIn', at: at + hour, value: 2, descriptors: 'gender=female', interval: 3600 },
      { device: 22, metric: 'affluenceIn', at: at + hour, value: 0, interval: 3600 },
    ]);
    const conditions = [
      during('2026-05-04T10:00:00Z/2026-05-04T12:00:00Z'),
      { criterion: 'GENDER', values: ['female'] },
    ];
    const women = { metric: 'affluenceIn', filters: { conditions } };
    const ask = createQuerier(analytics, [site], later);
    expect(await ask({ ...women, ...byHour })).toMatchObject({
      value: { data: [{ value: 3, partial: true }, { value: 2 }], notTold: [] },
    });
    expect(await ask({ ...women, groupBy: [{ type: 'PASSAGE' }] })).toMatchObject({
      value: { data: [{ value: 5 }, { value: null, notTold: ['gender'] }] },
    });
  });

  test('a silent sensor is silent for every query, and one without readings yet is missing', async () => {
    const site = aShop(organization++);
    const at = utc('2026-05-04T10:00');
    await store(analytics(), site, [
      { device: 21, metric: 'affluenceIn', at: at - 30 * 24 * hour, value: 2, descriptors: 'gender=female' },
    ]);
    const ask = createQuerier(analytics, [site], later);
    const conditions = [during('2026-05-04/2026-05-05'), { criterion: 'GENDER', values: ['female'] }];
    for (const metric of ['affluenceIn', 'footfall']) {
      const answer = await ask({ metric, filters: { conditions } });
      expect(answer).toMatchObject({ value: { data: [{ state: 'missing' }], notTold: [] } });
      expect(answer.ok && answer.value.data[0]).not.toHaveProperty('notTold');
    }
  });
});
