import { type EventId, id } from '@atrium/domain/core';
import { findBand, type RawQuery } from '@atrium/domain/numbers';
import { defaultFilters, type ResolvedFilters, resolveFilters } from '@atrium/domain/pages';
import { buildSectionQueries, listSectionQueries } from '@atrium/domain/pages/site-pages';
import type { WidgetAnswer } from '@atrium/domain/pages/widgets';
import { buildSite, getNow, type ReadingSource, type SensorWorld } from '../headline/sensor-worlds.ts';
import { buildSectionModel, type SectionModel } from '../section/section-model.ts';
import type { Site } from '../site-page/site.ts';

/** Air sensors of an invented site: one alone in its room, two together in another. */
export const sensors: readonly ReadingSource[] = [
  { name: 'Bakery air', metric: 'co2', zone: 2, adds: false, about: 640 },
  { name: 'Food court air', metric: 'co2', zone: 3, adds: false, about: 560 },
  { name: 'Window air', metric: 'co2', zone: 3, adds: false, about: 500 },
];
export const rooms: Readonly<Record<number, string>> = { 2: 'Bakery', 3: 'Food court' };
export const site: Site = {
  ...buildSite(sensors),
  events: [{ id: id<EventId>(1), name: 'Always', metrics: ['co2'], begin: null, end: null }],
};
export const bandOf = (metric: string) => findBand([], metric, 'CH', '2026-03-12');
export const partName = (label: string) => rooms[Number(label)] ?? label;

/** Returns the resolved filters of a generated world, as the page has them. */
export function buildFilters(world: SensorWorld): ResolvedFilters {
  const state = {
    ...defaultFilters,
    timespan: { kind: 'preset', preset: world.preset } as const,
    hours: world.hours,
    compare: { on: true, mode: world.mode },
  };
  const filters = resolveFilters(state, site, getNow(world));
  if (filters === null) throw new Error('a site with zones');
  return filters;
}

/** Runs the page's queries against `answer` and builds its model. */
export function buildModel(filters: ResolvedFilters, now: number, answer: (query: RawQuery) => unknown): SectionModel {
  const queries = buildSectionQueries('atmosphere', site, filters, ['co2']);
  const answers = listSectionQueries(queries).map(answer) as (WidgetAnswer | null)[];
  return buildSectionModel(queries, answers, { site, filters, now });
}
