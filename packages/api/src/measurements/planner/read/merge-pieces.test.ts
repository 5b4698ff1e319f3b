import { expect, test } from 'vitest';
import { mergePieces } from './merge-pieces.ts';

const edges = Array.from({ length: 9 }, (_, index) => index);
const of = Int32Array.from([0, 1, 0, 1, -1, -1, 0, 1]);
const asking = (among: readonly number[], groups: Int32Array, sure: readonly number[]) => ({
  want: {
    installation: 1,
    devices: [1],
    metrics: ['affluenceIn'],
    together: async () => ({ among, of: groups, isSure: Uint8Array.from(sure) }),
  },
  edges: among,
});
const everywhere = [1, 1, 1, 1, 0, 0, 1, 1];

test('the pieces of a group share the number of its first one, and so do unqueried pieces', async () => {
  const joined = await mergePieces([asking(edges, of, everywhere)], edges);
  expect(joined).toEqual({ numbers: [0, 1, 0, 1, 2, 2, 0, 1], firsts: [0, 1, 4] });
});

test('a piece that is not sure for every scan stays separate', async () => {
  const asks = [asking(edges, of, everywhere), asking(edges, of, [0, 1, 1, 1, 0, 0, 1, 1])];
  expect(await mergePieces(asks, edges)).toEqual({ numbers: [0, 1, 2, 1, 3, 3, 2, 1], firsts: [0, 1, 2, 4] });
});

test.each([
  ['asks for each piece', [{ ...asking(edges, of, everywhere), want: { installation: 2, devices: [2], metrics: [] } }]],
  ['is cut at other edges', [asking([...edges], of, everywhere)]],
  ['is grouped otherwise', [asking(edges, of.slice(), everywhere)]],
])('nothing is told as one where another %s', async (_, others) => {
  expect(await mergePieces([asking(edges, of, everywhere), ...others], edges)).toBeNull();
});

test('pieces are not merged when that saves hardly anything', async () => {
  expect(await mergePieces([asking(edges, of, [1, 1, 0, 0, 0, 0, 0, 1])], edges)).toBeNull();
});
