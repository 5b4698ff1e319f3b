import type { ZoneId } from '@atrium/domain/core';
import { decodeFilters, resolveFilters } from '@atrium/domain/pages';
import {
  buildPageFilters,
  findPageSite,
  getPageOffers,
  listPageQuestions,
  resolvePageState,
} from '@atrium/domain/pages/content';
import type { Topology } from '@atrium/domain/sites';
import { expect, test } from 'vitest';
import type { Site } from '../site-page/site.ts';
import { createBoardPlanner, type PlannedWidget } from './plan-board.ts';
import { pageQuestions } from './use-board.ts';

const now = Date.parse('2026-11-20T11:00:00Z');
const site = (installationId: number, zoneId: number): Site => ({
  topology: {
    organizationId: 1,
    installationId,
    name: `Site ${installationId}`,
    timezone: 'Europe/Paris',
    changeOfDay: '00:00',
    openingHours: { reset: true, spans: [{ begin: [5, 8, 0], end: [5, 20, 0] }] },
    closedDates: [],
    country: null,
    currency: null,
    eventLimits: [],
    area: null,
    createdAt: 0,
    zones: [
      {
        id: zoneId,
        key: 'all',
        name: 'All',
        parentIds: [],
        area: null,
        limit: null,
        queueLength: null,
        tagIds: [],
        order: 0,
      },
      {
        id: zoneId + 1,
        key: 'hall',
        name: 'Hall',
        parentIds: [zoneId],
        area: null,
        limit: 9,
        queueLength: null,
        tagIds: [],
        order: 1,
      },
    ],
    passages: [],
    devices: [],
  } as unknown as Topology,
  city: null,
  country: null,
  colors: {},
  corrections: [],
  airSensors: [],
  events: [],
  told: [],
  categories: [],
});
const sites = [site(1, 10), site(2, 20)];
const widget = (type: string, order: number, more: object) => ({
  id: order,
  type,
  title: type,
  order,
  version: 1,
  ...more,
});
const widgets = [
  widget('columnChart', 3, { metrics: [{ type: 'affluenceIn' }], zoneIds: [10] }),
  widget('kpis', 1, {
    metrics: [{ type: 'inside' }, { type: 'affluenceIn' }],
    kpis: [{ type: 'inside' }, { type: 'affluenceIn' }],
  }),
  widget('lineChart', 2, { metrics: [{ type: 'affluenceIn' }, { type: 'affluenceOut' }], zoneIds: [20, 21] }),
  // The same query as above, so no further one.
  widget('columnChart', 4, { metrics: [{ type: 'affluenceIn' }], zoneIds: [10] }),
  { type: 'hologram', order: 5 },
];

test.each([
  ['a site of its own', {}, { installationId: 2, filters: [] }],
  ['no site of its own', {}, { installationId: null, filters: [] }],
  ['days in its address', { timespan: '{"ranges":[["2026-11-02","2026-11-08"]]}' }, { installationId: 1, filters: [] }],
  ['a zone in its address', { zone: '11' }, { installationId: null, filters: [{ type: 'zone', zoneIds: [10, 20] }] }],
  ['zones its reader does not see', {}, { installationId: null, filters: [{ type: 'zone', zoneIds: [99] }] }],
  [
    'people and hours chosen',
    { gender: 'female', hours: 'morning', compare: '-usual' },
    { installationId: 1, filters: [{ type: 'gender' }] },
  ],
] as const)('a page with %s asks what was asked before it was there', (_, search, { installationId, filters }) => {
  const page = { widgets, installationId, filters: filters as never };
  expect(
    listPageQuestions(
      page,
      search,
      sites.map(({ topology }) => topology),
      now,
    ),
  ).toEqual(asOnPage(page, search));
});

/** Combines them as the page's own hooks do. */
function asOnPage(page: Parameters<typeof listPageQuestions>[0], search: object) {
  const topologies = sites.map(({ topology }) => topology);
  const offers = getPageOffers(page.filters);
  if (offers.zoneIds?.includes(99 as ZoneId)) return [];
  const state = resolvePageState(decodeFilters(search), offers, topologies, false);
  const shown = findPageSite(page.installationId, topologies, state.zoneId ?? offers.zoneIds?.[0] ?? null);
  const of = sites.find(({ topology }) => topology === shown) as Site;
  const { timespan } = resolveFilters(state, of, now) as NonNullable<ReturnType<typeof resolveFilters>>;
  const planner = createBoardPlanner();
  const planned = planner.plan(
    planner.read(page.widgets),
    {
      sites: topologies,
      filters: buildPageFilters(state, offers, { timespan, site: of.topology, sites: topologies, now }),
      now,
      colors: { affluenceIn: '#123456' },
    },
    {},
  );
  const asked = pageQuestions(planned.filter((item): item is PlannedWidget => item.kind === 'widget'));
  expect(asked.length).toBeGreaterThan(2);
  return asked.map(({ query }) => query);
}
