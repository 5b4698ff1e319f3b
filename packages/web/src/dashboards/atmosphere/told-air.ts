import { type EventId, id } from '@atrium/domain/core';
import { defaultFilters, type ResolvedFilters, resolveFilters } from '@atrium/domain/dashboards';
import { listSection, sectionQueries } from '@atrium/domain/dashboards/site-pages';
import type { WidgetAnswer } from '@atrium/domain/dashboards/widgets';
import { bandAt, type RawQuery } from '@atrium/domain/measurements';
import { nowOf, siteOf, type Teller, type ToldWorld } from '../headline/told-worlds.ts';
import { type SectionModel, sectionModel } from '../section/section-model.ts';
import type { Site } from '../site/site.ts';

/** Air sensors of an invented site: one alone in its room, two together in another. */
export const sensors: readonly Teller[] = [
  { name: 'Bakery air', metric: 'co2', zone: 2, adds: false, about: 640 },
  { name: 'Food court air', metric: 'co2', zone: 3, adds: false, about: 560 },
  { name: 'Window air', metric: 'co2', zone: 3, adds: false, about: 500 },
];
export const rooms: Readonly<Record<number, string>> = { 2: 'Bakery', 3: 'Food court' };
export const site: Site = {
  ...siteOf(sensors),
  events: [{ id: id<EventId>(1), name: 'Always', metrics: ['co2'], begin: null, end: null }],
};
export const bandOf = (metric: string) => bandAt([], metric, 'CH', '2026-03-12');
export const partName = (label: string) => rooms[Number(label)] ?? label;

/** Returns the resolved filters of a generated world, as the page has them. */
export function filtersOf(world: ToldWorld): ResolvedFilters {
  const state = {
    ...defaultFilters,
    timespan: { kind: 'preset', preset: world.preset } as const,
    hours: world.hours,
    compare: { on: true, mode: world.mode },
  };
  const filters = resolveFilters(state, site, nowOf(world));
  if (filters === null) throw new Error('a site with zones');
  return filters;
}

/** Runs the page's queries against `answer` and builds its model. */
export function modelOf(filters: ResolvedFilters, now: number, answer: (query: RawQuery) => unknown): SectionModel {
  const queries = sectionQueries('atmosphere', site, filters, ['co2']);
  const answers = listSection(queries).map(answer) as (WidgetAnswer | null)[];
  return sectionModel(queries, answers, { site, filters, now });
}
