import { aSite, aZone } from '@atrium/testkit/sites';
import { describe, expect, test } from 'vitest';
import type { TagId, ZoneId } from '../../core/index.ts';

import { defaultFilters, type FilterState } from './filter-state.ts';
import { listPartZones, listTableZones, type ResolvedFilters, resolveFilters } from './resolve.ts';

const now = Date.parse('2026-05-04T10:00:00Z');
const tag = 7 as TagId;
const within = (id: number, parent: number, tagIds: readonly TagId[] = []) =>
  aZone(id, { parentIds: [parent as ZoneId], tagIds });

const mall = aSite(1, { name: 'Mall', zones: [aZone(1, { limit: 50 }), aZone(2, { limit: 30 }), within(3, 2, [tag])] });
const shop = aSite(1, { name: 'Shop', zones: [aZone(1), within(2, 1)] });

function resolved(topology: typeof mall, chosen: Partial<FilterState> = {}) {
  const site = { topology, events: [], categories: [{ tags: [{ id: tag }] }] };
  const filters = resolveFilters({ ...defaultFilters, ...chosen }, site, now) as ResolvedFilters;
  const ids = (zones: readonly { readonly id: number }[]) => zones.map(({ id }) => id);
  return {
    filters,
    counted: ids(filters.counted),
    table: ids(listTableZones(site, filters)),
    parts: ids(listPartZones(site, filters)),
  };
}

describe('a place with several outermost zones', () => {
  test('is counted as their union until a zone is chosen', () => {
    const { filters, counted, table, parts } = resolved(mall);
    expect(filters.zone).toBe(filters.topZone);
    expect([filters.zone.id, filters.zone.name, filters.zone.limit]).toEqual([0, 'Mall', 80]);
    expect([counted, table, parts]).toEqual([
      [1, 2],
      [1, 2, 3],
      [1, 2, 3],
    ]);
  });

  test('shows each of its outermost zones alone when it is chosen, also the first one', () => {
    const { filters, counted, table } = resolved(mall, { zoneId: 1 as ZoneId });
    expect([filters.zone.name, counted, table]).toEqual(['Zone 1', [1], []]);
    expect(resolved(mall, { zoneId: 2 as ZoneId }).table).toEqual([3]);
  });

  test('finds tags in all of them', () => {
    expect(resolved(mall, { categories: [{ categoryId: 1, tagId: tag }] as never }).counted).toEqual([3]);
  });
});

test('a place with one outermost zone is that zone', () => {
  const { filters, counted, table, parts } = resolved(shop);
  expect(filters.topZone).toBe(shop.zones[0]);
  expect([counted, table, parts]).toEqual([[1], [2], [1, 2]]);
});
