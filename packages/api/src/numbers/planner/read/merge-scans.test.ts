import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitCounts } from './counts.ts';
import { createMergingReader, type MergedScan, type TimedScan } from './merge-scans.ts';

const hour = 3_600_000;

/** Asks about the same few devices, each with its own hours as edges. */
const asks = fc.array(
  fc.record({
    devices: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
    edges: fc
      .uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 2, maxLength: 12 })
      .map((hours) => hours.sort((left, right) => left - right).map((at) => at * hour)),
  }),
  { minLength: 1, maxLength: 8 },
);

const askOf = ({ devices, edges }: { devices: number[]; edges: number[] }): TimedScan => ({
  want: { installation: 1, devices, metrics: ['affluenceIn'] },
  edges,
});

/** In each hour, a device counts its own number times the hour's number. */
const countIn = (device: number, from: number, to: number) => {
  let sum = 0;
  for (let at = from; at < to; at += hour) sum += (device * at) / hour;
  return sum;
};

/** Returns a statement's rows: pieces in any order, with or without their positions among the scan's edges. */
const rowsOf = ({ want, edges }: MergedScan, isPlaced: boolean) =>
  [...want.devices].map((device) => {
    const places = [...edges.slice(0, -1).keys()].reverse();
    const at = places.map((place) => edges[place] as number);
    const values = places.map((place) => countIn(device, edges[place] as number, edges[place + 1] as number));
    const row = { device, metric: 'affluenceIn', split: '', edges: at, values };
    return isPlaced ? { ...row, placed: { among: edges, places } } : row;
  });

test('merged scans return what each would have read alone, with its own edges', async () => {
  await fc.assert(
    fc.asyncProperty(asks, fc.boolean(), async (wanted, isPlaced) => {
      const scans: MergedScan[] = [];
      const read = createMergingReader<TimedScan, ReturnType<typeof rowsOf>[number]>(
        () => '',
        async (scan) => {
          scans.push(scan);
          return rowsOf(scan, isPlaced);
        },
      );
      const all = wanted.map(askOf);
      const answers = await Promise.all(all.map(async (ask) => fitCounts(await read(ask), ask)));
      expect(scans.length).toBeLessThanOrEqual(all.length);
      for (const { edges } of scans) expect(edges).toEqual([...new Set(edges)].sort((left, right) => left - right));
      for (const [index, rows] of answers.entries()) {
        const { want, edges } = all[index] as TimedScan;
        expect(rows.map(({ device }) => device).sort()).toEqual([...want.devices].sort());
        for (const row of rows) {
          const found = new Map(row.edges.map((edge, piece) => [edge, row.values[piece]]));
          expect(found.size).toBe(row.edges.length);
          const expected = edges
            .slice(0, -1)
            .map((from, piece) => countIn(row.device, from, edges[piece + 1] as number));
          expect(edges.slice(0, -1).map((edge) => found.get(edge))).toEqual(expected);
          if (isPlaced && 'placed' in row)
            expect(row.placed.places.map((place) => row.placed.among[place])).toEqual(row.edges);
        }
      }
    }),
  );
});

test('a few scans of the same days share one statement, which reuses the edges of a scan that has them all', async () => {
  const scans: MergedScan[] = [];
  const read = createMergingReader<TimedScan, never>(
    () => '',
    async (scan) => {
      scans.push(scan);
      return [];
    },
  );
  const fine = { devices: [1, 2], edges: [0, hour, 2 * hour, 3 * hour] };
  const coarse = { devices: [1], edges: [hour, 3 * hour] };
  await Promise.all([coarse, fine, coarse].map((one) => read(askOf(one))));
  expect(scans).toHaveLength(1);
  expect(scans[0]?.edges).toBe(fine.edges);
  expect(scans[0]?.spans).toEqual([{ from: 0, to: 3 * hour }]);
});
