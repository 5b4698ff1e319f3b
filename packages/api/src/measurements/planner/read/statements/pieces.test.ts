import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';

const hour = 3_600_000;
const begin = Date.parse('2026-03-01T00:00:00Z');
const edgesOf = (from: number, width: number, count: number) =>
  Array.from({ length: count + 1 }, (_, index) => from + index * width);

test('of pieces as wide as the rows each row is told by its instant, which the engine may quote', () => {
  const edges = edgesOf(begin, hour, 24);
  const { expression, params, placeOf } = piecesOf(edges, hour);
  expect([expression, params]).toEqual(['at', {}]);
  expect(edges.map(placeOf)).toEqual(edges.map((_, place) => place));
  expect(edges.map((edge) => placeOf(`${edge}`))).toEqual(edges.map((_, place) => place));
});

test.each([
  ['wider than the rows', edgesOf(begin, 2 * hour, 12), hour],
  ['that begin between two rows', edgesOf(begin + hour / 4, hour, 24), hour],
  ['of two widths', [...edgesOf(begin, hour, 3), begin + 5 * hour], hour],
  ['that are many', edgesOf(begin, hour, 8760), hour],
  ['of which the rows have several widths', edgesOf(begin, hour, 24), null],
])('pieces %s are numbered', (_, edges, rowWidth) => {
  const { expression, placeOf } = piecesOf(edges, rowWidth);
  expect(expression).toMatch(/^toUInt32\(/);
  expect(placeOf(2)).toBe(2);
});

test('pieces that are told as one have the number of the first of them', () => {
  const joined = { numbers: [0, 1, 0, 2, 1], firsts: [0, 1, 3] };
  const { expression, params, placeOf } = piecesOf(edgesOf(begin, hour, 5), hour, joined);
  expect(expression).toMatch(/^arrayElement\(\{numbers:Array\(UInt8\)\}, /);
  expect(params).toMatchObject({ numbers: joined.numbers });
  expect(joined.numbers.map(placeOf)).toEqual([0, 1, 0, 3, 1]);
});
