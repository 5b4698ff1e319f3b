import { Random } from '@atrium/testkit/chance';
import { graphql } from 'graphql';
import { expect, test } from 'vitest';
import { buildSchemas } from '../../../app/schema.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { type AlertWorld, createAlertWorld } from '../engine/testing/alert-world.ts';
import { alertLogStore } from '../log/alert-log.store.ts';

const stores = useTestStores();
const five = 300_000;
const start = Date.parse('2026-05-04T06:00:00Z');

const world = () => createAlertWorld({ db: stores.relational.db, analytics: stores.analytics }, start);

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they come
async function preview({ services, scope, installationId, zoneId }: AlertWorld, changes: object): Promise<any> {
  const source = `query ($input: AlertPreviewInput!) { previewAlert(input: $input) {
    times meanLength known firings { place begin end isTold peak } otherLimits { limit times } days { day points { value } } course { at least most } } }`;
  const condition = { type: 'CO2', installationId, zoneId, value: 800, ...changes };
  const answer = await graphql({
    schema: buildSchemas(services.modules).main,
    source,
    contextValue: { scope, tokenProblem: null, address: '' },
    variableValues: { input: { condition, days: 2 } },
  });
  return answer.errors?.map(({ extensions, message }) => extensions.field ?? message) ?? answer.data?.previewAlert;
}

test('a preview matches what the engine did on the same days', async () => {
  const one = await world();
  const condition = { endValue: 700, enterHold: 300, leaveHold: 300 };
  await one.alert(condition);
  await one.passes();
  const random = new Random(5);
  const hours = new Map<number, number[]>();
  for (let index = 0; index < 60; index++) {
    const at = start + index * five;
    one.clock.time = at + five;
    if (random.below(10) === 0) continue;
    const value = 600 + random.below(4) * 100;
    await one.told([{ at, value }]);
    const hour = at - (at % (12 * five));
    hours.set(hour, [...(hours.get(hour) ?? []), value]);
  }
  const all = { zoneIds: [one.zoneId], begin: null, end: null };
  const log = (await alertLogStore(stores.relational.db).page(one.scope, all, 100, null)).toReversed();
  const tried = await preview(one, condition);
  expect(log.length).toBeGreaterThan(3);
  expect(tried.times).toBe(log.length);
  expect(tried.course).toEqual(
    [...hours].map(([at, values]) => ({ at, least: Math.min(...values), most: Math.max(...values) })),
  );
  expect(tried.firings).toEqual(
    log.map(({ dateBegin, dateEnd, metrics }) => ({
      place: `zone ${one.zoneId}`,
      begin: dateBegin,
      end: dateEnd,
      isTold: true,
      peak: metrics[0]?.value,
    })),
  );
});

test('a limit of any metric judges whole hours of the site, in preview as in the engine', async () => {
  const one = await world();
  const condition = { type: 'threshold', metric: 'co2', interval: 3600, value: null, max: 800 } as const;
  await one.alert(condition);
  await one.passes();
  // An hour within the limit, one beyond it, one of which half is unknown, and one within it again.
  const hours = [600, 900, null, 600, 600];
  for (const [hour, value] of hours.entries())
    for (let part = 0; part < 12; part++) {
      const at = start + (hour * 12 + part) * five;
      one.clock.time = at + five;
      if (value !== null || part < 6) await one.told([{ at, value: value ?? 900 }]);
    }
  const all = { zoneIds: [one.zoneId], begin: null, end: null };
  const log = await alertLogStore(stores.relational.db).page(one.scope, all, 100, null);
  const expected = { begin: start + 12 * five, end: start + 36 * five };
  expect(log.map(({ dateBegin, dateEnd }) => ({ begin: dateBegin, end: dateEnd }))).toEqual([expected]);
  expect((await preview(one, condition)).firings).toMatchObject([{ ...expected, peak: 900 }]);
});

test('missing readings are reported as no data, never as not fired', async () => {
  const one = await world();
  expect(await preview(one, {})).toMatchObject({ times: 0, meanLength: null, known: 0, days: [], course: [] });
});

test('an invalid alert has an error for the field', async () => {
  const one = await world();
  expect(await preview(one, { value: -4 })).toEqual(['condition.value']);
  expect(await preview(one, { zoneId: 999_999 })).toEqual(['condition.zoneId']);
  expect(await preview(one, { installationId: 999_999 })).toEqual(['condition.installationId']);
});
