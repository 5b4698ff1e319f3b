import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createTestIngestion, present, readStoredContents } from '../testing/ingest-fixture.ts';

const stores = useTestStores();
const minute = 60_000;
const start = Date.UTC(2026, 1, 28, 10);
let organization = 20_000;

interface Sent {
  readonly start: number;
  readonly length: number;
  readonly value: number;
}

const readingOf = ({ start: begin, length, value }: Sent, more: object = {}) => ({
  device: 'PAD-1',
  metric: 'affluenceIn',
  at: new Date(start + begin * minute).toISOString(),
  interval: length * 60,
  value,
  ...more,
});

/**
 * Returns what is stored after the requests, as `minutes length value`. The server restarts before the given requests.
 */
async function storedAfter(requests: readonly (readonly object[])[], restarts: readonly number[] = []) {
  organization += 1;
  let current = createTestIngestion(stores.analytics, organization);
  for (const [index, request] of requests.entries()) {
    if (restarts.includes(index)) current = createTestIngestion(stores.analytics, organization);
    const sent = await current.ingestion.ingestReadings(current.scope, null, request, present);
    expect(sent).toMatchObject({ ok: true, value: { rejected: [] } });
  }
  return (await readStoredContents(stores.analytics, organization)).map(
    ({ at, interval, value, weight }) =>
      `${((at as number) - start) / minute} ${(interval as number) / 60} ${Math.round((value as number) * 1e6) / 1e6}${weight === 1 ? '' : ` × ${weight}`}`,
  );
}

const hour: Sent = { start: 0, length: 60, value: 60 };
const lastHalf: Sent[] = [30, 35, 40, 45, 50, 55].map((begin) => ({ start: begin, length: 5, value: 2 }));
const counted = ['0 60 30', ...lastHalf.map(({ start: begin }) => `${begin} 5 2`)];

test.each([
  ['coarse first', [[hour], lastHalf], []],
  ['coarse last', [lastHalf, [hour]], []],
  ['coarse between', [lastHalf.slice(0, 2), [hour], lastHalf.slice(2)], []],
  ['in one request', [[hour, ...lastHalf]], []],
  ['one by one', [...lastHalf, hour].map((one) => [one]), []],
  ['after a restart', [[hour], lastHalf], [1]],
  ['after a restart, coarse last', [lastHalf, [hour]], [1]],
  ['sent again', [lastHalf, [hour], [hour], lastHalf], [2]],
] as const)('the finest speaks for the time it covers: %s', async (_, requests, restarts) => {
  expect(
    await storedAfter(
      requests.map((request) => request.map((one) => readingOf(one))),
      restarts,
    ),
  ).toEqual(counted);
});

test('a reading from before the days loaded at start is found by finer ones within it', async () => {
  // These days begin eight days before now, and now is a day and two hours after the start here.
  const edge = -(7 * 24 - 2) * 60;
  const before: Sent = { start: edge - 30, length: 60, value: 60 };
  const finer: Sent[] = [0, 5, 10, 15, 20, 25].map((begin) => ({ start: edge + begin, length: 5, value: 2 }));
  const live: Sent = { start: 100, length: 5, value: 1 };
  const requests = [[before], [live], finer].map((request) => request.map((one) => readingOf(one)));
  expect(await storedAfter(requests, [1])).toEqual([
    `${edge - 30} 60 30`,
    ...finer.map(({ start: begin }) => `${begin} 5 2`),
    '100 5 1',
  ]);
});

test('repeated readings are unchanged, changed ones are corrections', async () => {
  organization += 1;
  const { ingestion, scope } = createTestIngestion(stores.analytics, organization);
  const send = async (...sent: Sent[]) => {
    const summary = await ingestion.ingestReadings(
      scope,
      null,
      sent.map((one) => readingOf(one)),
      present,
    );
    return summary.ok ? [summary.value.accepted, summary.value.unchanged, summary.value.corrected] : null;
  };
  const values = async () => (await readStoredContents(stores.analytics, organization)).map(({ value }) => value);
  expect(await send(hour)).toEqual([1, 0, 0]);
  expect(await send(...lastHalf)).toEqual([6, 0, 0]);
  expect(await send(hour)).toEqual([0, 1, 0]);
  expect(await values()).toEqual([30, 2, 2, 2, 2, 2, 2]);
  expect(await send({ ...hour, value: 120 })).toEqual([0, 0, 1]);
  expect(await values()).toEqual([60, 2, 2, 2, 2, 2, 2]);
  expect(await send({ ...(lastHalf[0] as Sent), value: 7 })).toEqual([0, 0, 1]);
  expect(await values()).toEqual([60, 7, 2, 2, 2, 2, 2]);
});

test('a mean is split by visits; other metrics, devices and samples are not affected', async () => {
  const dwell = { metric: 'dwell', device: 'CAM-1' };
  expect(
    await storedAfter([
      [readingOf({ start: 0, length: 60, value: 300 }, { ...dwell, weight: 12 })],
      [readingOf({ start: 45, length: 15, value: 100 }, { ...dwell, weight: 2 })],
    ]),
  ).toEqual(['0 60 300 × 9', '45 15 100 × 2']);
  expect(
    await storedAfter([
      [readingOf(hour), readingOf({ ...hour, value: 400 }, { device: 'AIR-1', metric: 'co2' })],
      [readingOf(lastHalf[0] as Sent, { metric: 'affluenceOut' }), readingOf(lastHalf[0] as Sent, { device: 'PAD-3' })],
      [readingOf({ ...(lastHalf[0] as Sent), value: 410 }, { device: 'AIR-1', metric: 'co2' })],
    ]),
  ).toEqual(expect.arrayContaining(['0 60 60', '0 60 400', '30 5 410']));
});

test('in any order, a reading counts for the minutes without a finer one', async () => {
  const one = fc.record({
    start: fc.integer({ min: 0, max: 23 }).map((slot) => slot * 15),
    length: fc.constantFrom(5, 15, 30, 60, 120),
  });
  const plan = fc
    .uniqueArray(one, { minLength: 2, maxLength: 14, selector: ({ start: begin, length }) => `${begin} ${length}` })
    .chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(list, { minLength: list.length }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 10 }),
      ),
    );
  await fc.assert(
    fc.asyncProperty(plan, async ([list, order, size, restart]) => {
      const amountOf = ({ length }: { length: number }) => length * 12;
      const requests = Array.from({ length: Math.ceil(order.length / size) }, (_, index) =>
        order.slice(index * size, (index + 1) * size).map((each) => readingOf({ ...each, value: amountOf(each) })),
      );
      // Only the finest of readings with the same start remains.
      const kept = list.filter(
        (each) => !list.some(({ start: begin, length }) => begin === each.start && length < each.length),
      );
      const free = (each: (typeof list)[number]) =>
        Array.from({ length: each.length }, (_, at) => each.start + at).filter(
          (at) => !kept.some(({ start: begin, length }) => length < each.length && begin <= at && at < begin + length),
        ).length;
      const expected = kept
        .toSorted((left, right) => left.start - right.start)
        .map((each) => `${each.start} ${each.length} ${(amountOf(each) * free(each)) / each.length}`);
      expect(await storedAfter(requests, [restart])).toEqual(expected);
    }),
    { numRuns: 30 },
  );
}, 120_000);
