import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createTestIngestion, present, readStoredContents } from '../testing/ingest-fixture.ts';

const stores = useTestStores();
let organization = 100;

interface Sent {
  readonly device: string;
  readonly metric: string;
  readonly at: string;
  readonly value: number;
  readonly [field: string]: unknown;
}

const identity = fc.record({
  device: fc.constantFrom(1, 2, 3),
  minutes: fc.integer({ min: 0, max: 2_000 }).map((slots) => slots * 5),
  what: fc.constantFrom(
    { metric: 'affluenceIn' },
    { metric: 'affluenceIn', gender: 'female' },
    { metric: 'affluenceIn', ageCategory: 'adult', gender: 'female' },
    { metric: 'co2' },
    { metric: 'presence', x: 0.31, y: 0.78 },
    { metric: 'presence', x: 0.1, y: 1 / 3 },
    { metric: 'uniqueVisitors', visitor: 'né·1' },
    { metric: 'uniqueVisitors', visitor: 'n\\2' },
  ),
});

/** Device kind that sends each metric. */
const measuring: Readonly<Record<string, string>> = {
  affluenceIn: 'PAD',
  co2: 'AIR',
  presence: 'CAM',
  uniqueVisitors: 'PAD',
};

function toReading(
  { device, minutes, what }: { device: number; minutes: number; what: { metric: string } },
  value: number,
): Sent {
  const at = new Date(present - minutes * 60_000).toISOString();
  const isCounted = what.metric.startsWith('affluence');
  const counted = isCounted ? Math.floor(value) : value;
  return {
    device: `${measuring[what.metric]}-${device}`,
    at,
    interval: 300,
    ...what,
    value: what.metric === 'uniqueVisitors' ? 1 : counted,
  };
}

const keyOf = ({ value: _, ...rest }: Sent) => JSON.stringify(Object.entries(rest).sort());
const values = fc.double({ min: 0, max: 99_999, noNaN: true });

/** Readings with corrections: the last one of each identity is right. */
const stream = fc
  .array(fc.tuple(identity, values), { minLength: 1, maxLength: 60 })
  .map((list) => list.map(([one, value]) => toReading(one, value)));

function rightOnes(sent: readonly Sent[]): readonly Sent[] {
  return [...new Map(sent.map((one) => [keyOf(one), one])).values()];
}

async function contentAfter(batches: readonly (readonly Sent[])[], restartAt = -1) {
  organization += 1;
  let current = createTestIngestion(stores.analytics, organization);
  let newest = 0;
  for (const [index, batch] of batches.entries()) {
    if (index === restartAt) current = createTestIngestion(stores.analytics, organization);
    const result = await current.ingestion.ingestReadings(current.scope, null, batch, present);
    if (!result.ok) throw new Error(result.error.message);
    const { accepted, unchanged, corrected, rejected } = result.value;
    expect(rejected).toEqual([]);
    expect(accepted + unchanged + corrected).toBe(batch.length);
    newest += accepted;
  }
  const content = await readStoredContents(stores.analytics, organization);
  expect(newest).toBe(content.length);
  return content.map(({ installation: _, device, ...rest }) => ({ ...rest, device: Number(device) % 1_000 }));
}

test('any order, repetition and cutting into requests, also across a restart, ends in the same content', async () => {
  const cuts = fc.integer({ min: 1, max: 20 });
  const plan = stream.chain((sent) =>
    fc.tuple(
      fc.constant(sent),
      fc.shuffledSubarray([...rightOnes(sent), ...rightOnes(sent)], { minLength: 0 }),
      cuts,
      cuts,
    ),
  );
  await fc.assert(
    fc.asyncProperty(plan, async ([sent, repeated, size, restartAt]) => {
      const clean = await contentAfter([rightOnes(sent)]);
      // First the readings in order (corrections follow what they correct), then the right values in any order.
      const rough = [...sent, ...repeated];
      const batches = Array.from({ length: Math.ceil(rough.length / size) }, (_, index) =>
        rough.slice(index * size, (index + 1) * size),
      );
      expect(await contentAfter(batches, restartAt)).toEqual(clean);
      const shuffled = rightOnes(repeated.length > 0 ? [...repeated, ...rightOnes(sent)] : rightOnes(sent));
      expect(
        await contentAfter(
          shuffled
            .map((one) => [one])
            .slice(0, 15)
            .concat([shuffled.slice(15)])
            .filter((one) => one.length > 0),
        ),
      ).toEqual(clean);
    }),
    { numRuns: 12 },
  );
}, 120_000);

test('the same readings in many requests at once are new only once', async () => {
  const { ingestion, scope } = createTestIngestion(stores.analytics, 99);
  const batch = Array.from({ length: 50 }, (_, index) =>
    toReading({ device: 1, minutes: index, what: { metric: 'affluenceIn' } }, index),
  );
  const results = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      if (index % 3 === 0) await new Promise((resume) => setTimeout(resume, index));
      return ingestion.ingestReadings(scope, null, batch, present);
    }),
  );
  const sum = (field: 'accepted' | 'unchanged') =>
    results.reduce((total, result) => total + (result.ok ? result.value[field] : Number.NaN), 0);
  expect([sum('accepted'), sum('unchanged')]).toEqual([50, 950]);
  const [rows] = await stores.analytics.query<{ rows: number }>({
    sql: 'SELECT toFloat64(count()) AS rows FROM readings WHERE organization = 99',
    params: {},
  });
  expect(rows?.rows).toBe(50);
});

test('a clock that was set back does not let an old value win', async () => {
  const one = toReading({ device: 1, minutes: 5, what: { metric: 'co2' } }, 400);
  await stores.analytics.insert('readings', [
    {
      organization: 98,
      installation: 981,
      metric: 'co2',
      device: 98_001,
      at: present - 300_000,
      descriptors: '',
      visitor: '',
      x: -1,
      y: -1,
      value: 390,
      weight: 1,
      interval: 300,
      version: (present + 86_400_000) * 1_000,
    },
  ]);
  const { ingestion, scope } = createTestIngestion(stores.analytics, 98);
  expect(await ingestion.ingestReadings(scope, null, [one], present)).toMatchObject({ value: { corrected: 1 } });
  expect(await readStoredContents(stores.analytics, 98)).toMatchObject([{ value: 400 }]);
});

test('readings of many years in one request are stored', async () => {
  const { ingestion, scope } = createTestIngestion(stores.analytics, 97);
  const months = Array.from({ length: 310 }, (_, index) => ({
    device: 'AIR-1',
    metric: 'co2',
    at: new Date(Date.UTC(2000, index, 2)).toISOString(),
    value: index,
  }));
  expect(await ingestion.ingestReadings(scope, null, months, present)).toMatchObject({ value: { accepted: 310 } });
}, 60_000);
