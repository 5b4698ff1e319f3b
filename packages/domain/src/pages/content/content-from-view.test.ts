import fc from 'fast-check';
import { expect, it } from 'vitest';
import { id, type LocalDate, type Weekday, type ZoneId } from '../../core/index.ts';
import { parseGlobalFilter } from '../definitions/index.ts';
import { defaultFilters, type FilterState } from '../filters/filter-state.ts';
import { siteTabNames } from '../site-tabs.ts';
import { parseStored } from '../widgets/index.ts';
import { findProblems } from '../widgets/options/index.ts';
import { buildContentFromView, getLayout, isPartOfViewLost, parseContent, type View } from './index.ts';

const titles = {
  name: 'Arcades',
  figures: 'Figures',
  course: 'Course',
  week: 'Week',
  parts: { ZONE_ID: 'Zones', PASSAGE: 'Doors', DEVICE: 'Devices' },
};
const of = (over: Partial<View> = {}): View => ({
  tab: 'counting',
  installationId: 1,
  metrics: ['co2', 'affluenceOut', 'affluenceIn', 'inside', 'electricityConsumption'],
  topZoneIds: [1, 9],
  partZoneIds: [2, 3],
  filters: defaultFilters,
  ...over,
});
const pageOf = (view: View) => buildContentFromView(view, titles, true).pages[0];

it('copies the cards of the tab that have widgets, in order', () => {
  const metricsIn = (view: View) =>
    pageOf(view)?.widgets.map(({ type, metrics }) => [type, (metrics as { type: string }[]).map((one) => one.type)]);
  expect(metricsIn(of())).toEqual([
    ['kpis', ['inside', 'affluenceIn', 'affluenceOut']],
    ['columnChart', ['affluenceIn']],
    ['gridChart', ['affluenceIn']],
    ['table', ['inside', 'affluenceIn']],
  ]);
  expect(metricsIn(of({ metrics: ['affluenceIn', 'footfall', 'dwell'] }))).toEqual([
    ['kpis', ['inside', 'affluenceIn', 'affluenceOut', 'footfallCaptureRate', 'dwell']],
    ['columnChart', ['affluenceIn']],
    ['gridChart', ['affluenceIn']],
    ['table', ['inside', 'affluenceIn', 'captureRate']],
  ]);
  expect(metricsIn(of({ tab: 'atmosphere' }))).toEqual([
    ['kpis', ['co2']],
    ['areaChart', ['co2']],
    ['table', ['co2']],
  ]);
  expect(metricsIn(of({ tab: 'energy' }))?.map(([type]) => type)).toEqual([
    'kpis',
    'columnChart',
    'gridChart',
    'table',
  ]);
  expect(metricsIn(of({ tab: 'flow' }))).toEqual([
    ['columnChart', ['affluenceIn']],
    ['table', ['affluenceIn', 'affluenceOut']],
  ]);
  expect(pageOf(of({ tab: 'flow' }))?.widgets[1]).toMatchObject({
    title: 'Doors',
    metrics: [{ groupBy: [{ type: 'PASSAGE' }] }, {}],
  });
  expect(pageOf(of({ tab: 'energy', metrics: [] }))?.widgets).toEqual([]);
});

it('copies the first tab of the section if no card of the tab has a widget', () => {
  expect(pageOf(of({ tab: 'sensors' }))).toEqual(pageOf(of()));
});

it('begins with the days, the zone and the weekdays that were chosen', () => {
  const filters: FilterState = {
    ...defaultFilters,
    timespan: { kind: 'custom', ranges: [{ from: '2026-11-02' as LocalDate, to: '2026-11-09' as LocalDate }] },
    zoneId: id<ZoneId>(4),
    day: { operator: 'IS_NOT', days: [7 as Weekday] },
  };
  expect(pageOf(of({ filters }))?.filters).toMatchObject([
    { type: 'date', dateFilters: [{ values: ['2026-11-02/2026-11-09'] }] },
    { type: 'zone', zoneIds: [4] },
    { type: 'day', dayFilters: [{ operator: 'NOT_IN', values: ['SUNDAY'] }] },
  ]);
  expect(pageOf(of())?.filters).toMatchObject([{ type: 'date' }, { type: 'zone', zoneIds: [1, 9] }]);
  expect(isPartOfViewLost(filters)).toBe(false);
  expect(isPartOfViewLost({ ...filters, hours: 'morning' })).toBe(true);
});

it('tells the zones of the view’s table apart, or its own', () => {
  expect(pageOf(of())?.widgets[3]).toMatchObject({ zoneIds: [2, 3], ignoredFilters: ['zone'] });
  expect(pageOf(of({ partZoneIds: [] }))?.widgets[3]).not.toHaveProperty('zoneIds');
});

it('compares as the view did', () => {
  const compares = (filters: FilterState) => JSON.stringify(pageOf(of({ filters }))?.widgets).includes('"compare"');
  expect(compares(defaultFilters)).toBe(true);
  expect(compares({ ...defaultFilters, compare: { on: false, mode: 'USUAL' } })).toBe(false);
});

it('is always a page the server takes, with widgets that can be shown and do not overlap', () => {
  const metric = fc.constantFrom('affluenceIn', 'inside', 'co2', 'comfort', 'heatConsumption', 'turnover', 'unknown');
  const tab = fc.constantFrom(...siteTabNames);
  fc.assert(
    fc.property(tab, fc.array(metric), fc.uniqueArray(fc.integer({ min: 1, max: 50 })), (each, metrics, topZoneIds) => {
      const content = buildContentFromView(of({ tab: each, metrics, topZoneIds }), titles, false);
      expect(parseContent(content).ok).toBe(true);
      for (const { widgets, filters } of content.pages) {
        for (const widget of widgets) {
          expect(parseStored(widget).kind).toBe('widget');
          expect(findProblems(widget)).toEqual([]);
        }
        for (const filter of filters) expect(parseGlobalFilter(filter).ok).toBe(true);
        expect(getLayout(widgets)).toHaveLength(widgets.length);
      }
    }),
  );
});
