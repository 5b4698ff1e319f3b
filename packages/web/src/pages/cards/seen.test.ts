import { defaultFilters, type ResolvedFilters } from '@atrium/domain/pages';
import type { PageFilters } from '@atrium/domain/pages/widgets';
import { expect, it } from 'vitest';
import { buildSiteExport, buildWidgetExport, findExportType } from './seen.ts';

const week = { from: '2026-03-02', to: '2026-03-09' };
const later = { from: '2026-03-16', to: '2026-03-18' };
const filters: PageFilters = {
  ranges: [week],
  hours: null,
  weekdays: null,
  offeredZoneIds: null,
  zoneId: null,
  genders: null,
  engagements: null,
  tags: [],
  compare: 'USUAL',
};
const installationId = 7;

it('F01 a page leads to the export of its zone, days and section, and says what the file goes without', () => {
  const page = (over: Partial<Pick<ResolvedFilters, 'ranges' | 'state'>>) =>
    buildSiteExport({ zone: { id: 2 }, ranges: [week], state: defaultFilters, ...over }, installationId, 'atmosphere');
  expect(page({})).toEqual({ site: installationId, zone: 2, type: 'atmosphere', ...week });
  const state = { ...defaultFilters, hours: 'morning', gender: 'female', day: { operator: 'IS', days: [1] } } as const;
  expect(page({ state, ranges: [week, later] })).toMatchObject({
    from: week.from,
    to: later.to,
    lost: 'hours-weekdays-people-ranges',
  });
});

it('a widget leads to the export of its first zone, and says that others and other numbers are left out', () => {
  const seen = { installationId, zoneIds: [1, 2], filters };
  expect(buildWidgetExport({ ...seen, zoneIds: [1] }, { type: 'counting', lost: [] })).toEqual({
    site: installationId,
    zone: 1,
    type: 'counting',
    ...week,
  });
  expect(buildWidgetExport(seen, { type: 'air', lost: ['metrics'] }).lost).toBe('metrics-zones');
});

it.for<[metrics: readonly string[], seen: object | null]>([
  [['affluenceIn', 'inside'], { type: 'counting', lost: [] }],
  [['co2', 'affluenceIn'], { type: 'air', lost: ['metrics'] }],
  [['occupancy', 'affluenceIn', 'affluenceOut'], { type: 'counting', lost: ['metrics'] }],
  [['no metric', 'turnover'], { type: 'sales', lost: ['metrics'] }],
  [['no metric'], null],
  [[], null],
])('of %j the data type is found', ([metrics, seen]) => {
  expect(findExportType({ type: 'lineChart', metrics: metrics.map((type) => ({ type })) })).toEqual(seen);
  expect(findExportType({ type: 'mapView' }, metrics)).toEqual(seen);
});

it('what a widget shows without naming its metrics has a data type too', () => {
  expect(findExportType({ type: 'zones' })).toEqual({ type: 'counting', lost: [] });
  expect(findExportType({ type: 'heatmap' })).toEqual({ type: 'presence', lost: ['spots'] });
  expect(findExportType({ type: 'mapView' })).toBeNull();
});
