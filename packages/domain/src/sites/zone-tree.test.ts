import { aZone, aZoneWithin } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import type { ZoneId } from '../core/index.ts';
import {
  checkZoneTree,
  dropNestedZones,
  findTopZones,
  listAncestors,
  listChildZones,
  listOutline,
  listTopZones,
  selfOrDescendants,
} from './zone-tree.ts';

/** A mall with two shops that share a corridor, with a till in the second, and another building beside it. */
const zones = [
  aZone(1),
  aZoneWithin(2, [1]),
  aZoneWithin(3, [1]),
  aZoneWithin(4, [2, 3]),
  aZoneWithin(5, [3]),
  aZone(9),
];
const ids = (...numbers: number[]) => numbers as ZoneId[];
const sorted = (set: ReadonlySet<number>) => [...set].sort();

test('a zone shared by two parents lies in both and counts once', () => {
  expect(sorted(listAncestors(zones, 4 as ZoneId))).toEqual([1, 2, 3]);
  expect(sorted(selfOrDescendants(zones, ids(2, 3)))).toEqual([2, 3, 4, 5]);
  expect(sorted(selfOrDescendants(zones, ids(1)))).toEqual([1, 2, 3, 4, 5]);
  expect(listChildZones(zones, 3 as ZoneId).map((zone) => zone.id)).toEqual([4, 5]);
});

test('ids of other sites are no part of this one', () => {
  expect(selfOrDescendants(zones, ids(77)).size).toBe(0);
  expect(listAncestors(zones, 77 as ZoneId).size).toBe(0);
});

test('the maximal zones of a choice lie below none of the others', () => {
  expect(dropNestedZones(zones, ids(4, 2, 5, 9, 2))).toEqual([2, 5, 9]);
  expect(dropNestedZones(zones, ids(1, 2, 3, 4, 5))).toEqual([1]);
  expect(dropNestedZones(zones, [])).toEqual([]);
});

test('top zones lie in nothing', () => {
  expect(listTopZones(zones).map((zone) => zone.id)).toEqual([1, 9]);
  expect(findTopZones(zones, 4 as ZoneId).map((zone) => zone.id)).toEqual([1]);
  expect(findTopZones(zones, 9 as ZoneId).map((zone) => zone.id)).toEqual([9]);
});

test('a sound tree is accepted as it is', () => {
  expect(checkZoneTree(zones)).toEqual({ ok: true, value: zones });
});

test.each([
  ['itself', [aZoneWithin(1, [1])]],
  ['its own child', [aZoneWithin(1, [2]), aZoneWithin(2, [1])]],
  ['a far descendant', [aZone(1), aZoneWithin(2, [1, 4]), aZoneWithin(3, [2]), aZoneWithin(4, [3])]],
  ['a zone that does not exist', [aZoneWithin(1, [7])]],
])('a zone inside %s is refused, and walking it ends all the same', (_, broken) => {
  expect(checkZoneTree(broken)).toMatchObject({ ok: false, error: { code: 'BAD_INPUT', field: 'parents' } });
  expect(selfOrDescendants(broken, [broken[0]?.id as ZoneId]).size).toBeGreaterThan(0);
});

test('the same zone twice is refused', () => {
  expect(checkZoneTree([aZone(1), aZone(1)]).ok).toBe(false);
});

test('the outline of a place is its outermost zones, without removed and disabled ones', () => {
  expect(listOutline(zones).map(({ id }) => id)).toEqual([1, 9]);
  expect(listOutline([...zones.slice(0, 5), aZone(9, { removedAt: 5 })]).map(({ id }) => id)).toEqual([1]);
  expect(listOutline([{ parentIds: [], isDisabled: true }, { parentIds: [1] }])).toEqual([]);
});
