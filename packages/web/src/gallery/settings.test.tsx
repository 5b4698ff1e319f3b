import { ApolloProvider } from '@apollo/client/react';
import type { TagCategoryId, TagId } from '@atrium/domain/core';
import type { WidgetType } from '@atrium/domain/dashboards';
import { type PageFilters, readStored, settingsOf } from '@atrium/domain/dashboards/widgets';
import { dayRange } from '@atrium/domain/measurements';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WidgetBoard } from '../dashboards/widgets/index.ts';
import { openHouse, openMetrics, speak, speech } from '../i18n/index.ts';
import { galleryClient } from './answer-link.ts';
import { shops, site, top } from './site.ts';
import { states } from './states.ts';

beforeAll(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('matchMedia', () => new EventTarget());
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(640);
  await speak('en');
  await openHouse();
  await openMetrics();
});
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const sites = [site];

/** A widget on a page, with all its numbers. */
async function shown(definition: object, other: Partial<PageFilters> = {}): Promise<HTMLElement> {
  const place = document.createElement('div');
  const root = createRoot(place);
  const { now } = states.full;
  const filters = { ...states.full.filters, ...other };
  const definitions = [{ version: 1, id: 1, title: 'Shown', order: 0, ...definition }];
  await act(async () =>
    root.render(
      <I18nProvider i18n={speech}>
        <ApolloProvider client={galleryClient(states.full)}>
          <WidgetBoard {...{ definitions, sites, filters, now }} act={null} />
        </ApolloProvider>
      </I18nProvider>,
    ),
  );
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    expect(place.querySelector('[role="status"]')).toBeNull();
  });
  const copy = place.cloneNode(true) as HTMLElement;
  await act(async () => root.unmount());
  return copy;
}

const hours = { groupBy: [{ type: 'DATE', period: 'PT1H' }] };
const byShop = { groupBy: [{ type: 'ZONE' }] };
const byGender = { groupBy: [{ type: 'GENDER' }] };
const of = (type: WidgetType, ...metrics: readonly object[]) => ({ type, zoneIds: [top], metrics });
const entries = { type: 'affluenceIn' };
const rate = { type: 'captureRate' };
const stay = { type: 'dwell' };
const pink = '#d6336c';

const text = (place: HTMLElement) => place.textContent ?? '';
const count = (selector: string) => (place: HTMLElement) => place.querySelectorAll(selector).length;
const says = (words: string | RegExp) => (place: HTMLElement) => text(place).search(words) >= 0;
const isThere = (place: HTMLElement) => place.querySelector('h2') !== null;
/** Scales that are written beside plots. */
const axes = (place: HTMLElement) =>
  Math.max(
    ...[...place.querySelectorAll('svg g')].map(
      (line) => line.querySelectorAll(':scope > line + text, :scope > text + text').length,
    ),
  );
const isPink = (place: HTMLElement) => /#d6336c|rgb\(214, 51, 108\)/.test(place.innerHTML);

/** What a flag does, seen from outside: something on the page without it, and with it. */
interface Row {
  readonly widget: object;
  readonly set: Readonly<Record<string, unknown>>;
  readonly see: (place: HTMLElement) => unknown;
  readonly without: unknown;
  readonly within: unknown;
  /** Other days than the day before. */
  readonly filters?: Partial<PageFilters>;
}

const week = dayRange('2026-03-05', '2026-03-11');
const ranges = { colorimetry: [{ lower: 0, upper: null, color: pink, label: 'Usual' }] };

const rows: Readonly<Record<string, Row>> = {
  hideUnit: { widget: of('kpis', rate), set: { hideUnit: true }, see: says('%'), without: true, within: false },
  useCustomFormatter: {
    widget: { ...of('kpis', entries), configuration: { tooltipFormatter: 'twoDecimals' } },
    set: { useCustomFormatter: true, tooltipFormatter: 'twoDecimals' },
    see: says(/\d\.00/),
    without: false,
    within: true,
  },
  tooltipFormatter: {
    widget: { ...of('kpis', entries), configuration: { useCustomFormatter: true } },
    set: { useCustomFormatter: true, tooltipFormatter: 'twoDecimals' },
    see: says(/\d\.00/),
    without: false,
    within: true,
  },
  isMultiChart: {
    widget: of('lineChart', { ...entries, ...hours }, { type: 'affluenceOut', ...hours }),
    set: { isMultiChart: true },
    see: count('[role="slider"]'),
    without: 1,
    within: 2,
  },
  colors: {
    widget: of('lineChart', { ...entries, ...hours }),
    set: { colors: { affluenceIn: pink } },
    see: isPink,
    without: false,
    within: true,
  },
  genderColors: {
    widget: of('pieChart', { ...entries, ...byGender }),
    set: { genderColors: { female: pink } },
    see: isPink,
    without: false,
    within: true,
  },
  avoidMergingYAxis: {
    widget: of('lineChart', { ...entries, ...hours }, { type: 'affluenceOut', ...hours }),
    set: { avoidMergingYAxis: true },
    see: axes,
    without: 1,
    within: 2,
  },
  stacked: {
    widget: of('columnChart', { ...entries, groupBy: [{ type: 'GENDER' }, { type: 'DATE', period: 'PT1H' }] }),
    set: { stacked: true },
    // Side by side each bar begins at a place of its own, on each other three share one.
    see: (place) =>
      new Set([...place.querySelectorAll('path[d]')].map((bar) => bar.getAttribute('d')?.split(' ')[0])).size > 30,
    without: true,
    within: false,
  },
  isPercentage: {
    widget: of('columnChart', { ...entries, groupBy: [{ type: 'GENDER' }, { type: 'DATE', period: 'PT1H' }] }),
    set: { isPercentage: true },
    see: says('100\u00a0%'),
    without: false,
    within: true,
  },
  thresholds: {
    widget: of('lineChart', { ...entries, ...hours }),
    set: { thresholds: [{ value: 100, label: 'Two at the till', color: pink }] },
    see: says('Two at the till'),
    without: false,
    within: true,
  },
  showMinMaxLabel: {
    widget: of('lineChart', { ...entries, ...hours }),
    set: { showMinMaxLabel: true },
    see: count('svg text[class*="value"]'),
    without: 0,
    within: 2,
  },
  showLegend: {
    widget: of('lineChart', { ...entries, groupBy: [{ type: 'GENDER' }, { type: 'DATE', period: 'PT1H' }] }),
    set: { showLegend: false },
    see: count('span[style*="background"]'),
    without: 3,
    within: 0,
  },
  halfCircle: {
    widget: of('circleChart', rate),
    set: { halfCircle: true },
    see: (place) => {
      const svg = place.querySelector('[role="img"] svg');
      return svg?.getAttribute('width') === svg?.getAttribute('height');
    },
    without: true,
    within: false,
  },
  isParallelCoordinates: {
    widget: { ...of('webChart', entries, rate, stay), zoneIds: shops },
    set: { isParallelCoordinates: true },
    see: (place) =>
      [...place.querySelectorAll('svg line')].every((line) => line.getAttribute('x1') === line.getAttribute('x2')),
    without: false,
    within: true,
  },
  isBlockTitleVisible: {
    widget: of('circleChart', rate),
    set: { isBlockTitleVisible: false },
    see: (place) => place.querySelector('h2')?.className === 'visually-hidden',
    without: false,
    within: true,
  },
  legendFormatter: {
    widget: of('pieChart', { ...entries, ...byGender }),
    set: { legendFormatter: 'full' },
    see: says('Entries · '),
    without: false,
    within: true,
  },
  axisFormatter: {
    widget: of('lineChart', { ...entries, ...hours }),
    set: { axisFormatter: 'twoDecimals' },
    see: says(/\d\.00/),
    without: false,
    within: true,
  },
  rowFormatter: {
    widget: { ...of('table', { ...entries, ...byShop }), zoneIds: shops },
    set: { rowFormatter: 'twoDecimals' },
    see: says(/\d\.00/),
    without: false,
    within: true,
  },
  dropdownsConfig: {
    widget: { ...of('circleChart', rate), headers: ['zone'] },
    set: { dropdownsConfig: [{ type: 'zone', isTopZoneDisabled: true }] },
    see: count('option[disabled]'),
    without: 0,
    within: 1,
  },
  installationId: {
    widget: { type: 'circleChart', metrics: [rate] },
    set: { installationId: 1 },
    see: count('[role="img"]'),
    without: 0,
    within: 1,
  },
  dayLimit: {
    widget: { type: 'heatmap', zoneIds: [top] },
    set: { dayLimit: 2 },
    see: count('select[aria-label="Day"] option'),
    without: 7,
    within: 2,
    filters: { ranges: [week] },
  },
};

test.each(Object.entries(rows))('%s changes what is shown (G03)', async (_, row) => {
  const { widget, set, see, without, within, filters } = row;
  const own = (widget as { readonly configuration?: object }).configuration;
  const [before, after] = [
    await shown(widget, filters),
    await shown({ ...widget, configuration: { ...own, ...set } }, filters),
  ];
  expect([see(before), see(after)]).toEqual([without, within]);
});

const figures = { ...of('kpis', { ...entries, customTitle: 'Came in' }, rate), id: 7 };
const hiddenPart = { tags: [{ categoryId: 1 as TagCategoryId, tagId: 5 as TagId }] };

/** The same for everything else that a definition may say: with it something is to be seen that isn't without. */
const fields: Readonly<Record<string, Omit<Row, 'set'> & { readonly with: object }>> = {
  title: { widget: figures, with: { title: 'Another name' }, see: says('Another name'), without: false, within: true },
  tooltipMessages: {
    widget: figures,
    with: { tooltipMessages: ['Counted at the doors'] },
    see: (place) => place.innerHTML.includes('Counted at the doors'),
    without: false,
    within: true,
  },
  isKpiMenuHidden: {
    widget: figures,
    with: { isKpiMenuHidden: true },
    see: count('button[aria-haspopup="menu"]'),
    without: 1,
    within: 0,
  },
  category: {
    widget: figures,
    with: { category: { type: 'specific', categoryId: 2 } },
    see: isThere,
    without: true,
    within: false,
    filters: hiddenPart,
  },
  ignoredFilters: {
    widget: { ...figures, category: { type: 'specific', categoryId: 2 } },
    with: { ignoredFilters: ['category'] },
    see: isThere,
    without: false,
    within: true,
    filters: hiddenPart,
  },
  kind: {
    widget: of('kpis', entries),
    with: { kind: 'live' },
    see: says(/so far/i),
    without: false,
    within: true,
  },
  passageIds: {
    widget: { type: 'kpis', metrics: [entries] },
    with: { passageIds: [3] },
    see: says('Entries'),
    without: false,
    within: true,
  },
  deviceIds: {
    widget: { type: 'kpis', metrics: [{ type: 'temperature' }] },
    with: { deviceIds: [7] },
    see: says('Temperature'),
    without: false,
    within: true,
  },
  alertIds: {
    widget: { type: 'alertLogTable', zoneIds: [top], metrics: [{ type: 'co2' }, entries] },
    with: { alertIds: [1] },
    see: count('tbody tr'),
    without: 3,
    within: 1,
  },
  'headers: metric': {
    widget: figures,
    with: { headers: ['metric'] },
    see: count('select[aria-label="Metric"] option'),
    without: 0,
    within: 3,
  },
  'dropdownsConfig: metrics': {
    widget: { ...figures, headers: ['metric'] },
    with: { configuration: { dropdownsConfig: [{ type: 'metric', metrics: ['captureRate'] }] } },
    see: count('select[aria-label="Metric"] option'),
    without: 3,
    within: 2,
  },
  'headers: zone': {
    widget: { ...figures, zoneIds: shops },
    with: { headers: ['zone'] },
    see: count('select[aria-label="Zone"] option'),
    without: 0,
    within: 5,
  },
  'headers: topZone': {
    widget: { ...figures, zoneIds: shops },
    with: { headers: ['topZone'] },
    see: says('(top zone)'),
    without: false,
    within: true,
  },
  'dropdownsConfig: zones': {
    widget: { ...figures, zoneIds: shops, headers: ['zone'] },
    with: { configuration: { dropdownsConfig: [{ type: 'zone', zoneIds: [2, 3] }] } },
    see: count('select[aria-label="Zone"] option'),
    without: 5,
    within: 3,
  },
  'headers: gender': {
    widget: figures,
    with: { headers: ['gender'] },
    see: count('select[aria-label="Gender"] option'),
    without: 0,
    within: 4,
  },
  'headers: engagement': {
    widget: figures,
    with: { headers: ['engagement'] },
    see: count('select[aria-label="Engagement"] option'),
    without: 0,
    within: 3,
  },
  'headers: category': {
    widget: figures,
    with: { headers: ['category'] },
    see: count('select[aria-label="Use"] option'),
    without: 0,
    within: 3,
  },
  'headers: date': {
    widget: figures,
    with: { headers: ['date'] },
    see: count('select[aria-label="Day"] option'),
    without: 0,
    within: 8,
    filters: { ranges: [week] },
  },
  'metric: customTitle': {
    widget: of('kpis', entries),
    with: of('kpis', { ...entries, customTitle: 'Came in' }),
    see: says('Came in'),
    without: false,
    within: true,
  },
  'metric: customSubTitle': {
    widget: of('kpis', entries),
    with: of('kpis', { ...entries, customSubTitle: 'Since eight' }),
    see: says('Since eight'),
    without: false,
    within: true,
  },
  'metric: color': {
    widget: of('lineChart', { ...entries, ...hours }),
    with: of('lineChart', { ...entries, ...hours, configuration: { color: pink } }),
    see: isPink,
    without: false,
    within: true,
  },
  'metric: decimals': {
    widget: of('kpis', entries),
    with: of('kpis', { ...entries, configuration: { decimals: 2 } }),
    see: says(/\d\.00/),
    without: false,
    within: true,
  },
  'metric: hideUnit': {
    widget: of('kpis', rate),
    with: of('kpis', { ...rate, configuration: { hideUnit: true } }),
    see: says('%'),
    without: true,
    within: false,
  },
  'metric: formatter': {
    widget: of('kpis', entries),
    with: of('kpis', { ...entries, configuration: { formatter: 'twoDecimals' } }),
    see: says(/\d\.00/),
    without: false,
    within: true,
  },
  'metric: secondAxis': {
    widget: of('lineChart', { ...entries, ...hours }, { type: 'affluenceOut', ...hours }),
    with: of(
      'lineChart',
      { ...entries, ...hours },
      { type: 'affluenceOut', ...hours, configuration: { secondAxis: true } },
    ),
    see: axes,
    without: 1,
    within: 2,
  },
  'figure: label': {
    widget: of('kpis', entries),
    with: { kpis: [{ type: 'affluenceIn', label: 'Guests' }] },
    see: says('Guests'),
    without: false,
    within: true,
  },
  'figure: customTitle': {
    widget: of('kpis', entries),
    with: { kpis: [{ type: 'affluenceIn', customTitle: 'Guests' }] },
    see: says('Guests'),
    without: false,
    within: true,
  },
  'figure: customSubTitle': {
    widget: of('kpis', entries),
    with: { kpis: [{ type: 'affluenceIn', customSubTitle: 'All doors' }] },
    see: says('All doors'),
    without: false,
    within: true,
  },
  'figure: tooltip': {
    widget: of('kpis', entries),
    with: { kpis: [{ type: 'affluenceIn', tooltip: 'Every crossing inwards' }] },
    see: (place) => place.innerHTML.includes('Every crossing inwards'),
    without: false,
    within: true,
  },
  'figure: colorimetry': {
    widget: of('kpis', entries),
    with: { kpis: [{ type: 'affluenceIn', colorimetry: [{ lower: 0, color: pink, label: 'As planned' }] }] },
    see: (place) => isPink(place) && says('As planned')(place),
    without: false,
    within: true,
  },
  'figure: zoneIds': {
    widget: { type: 'kpis', metrics: [entries] },
    with: { kpis: [{ type: 'affluenceIn', zoneIds: [top] }] },
    see: says('Entries'),
    without: false,
    within: true,
  },
  'figure: passageIds': {
    widget: { type: 'kpis', metrics: [entries] },
    with: { kpis: [{ type: 'affluenceIn', passageIds: [3] }] },
    see: says('Entries'),
    without: false,
    within: true,
  },
  'figure: deviceIds': {
    widget: { type: 'kpis', metrics: [{ type: 'temperature' }] },
    with: { kpis: [{ type: 'temperature', deviceIds: [7] }] },
    see: says('Temperature'),
    without: false,
    within: true,
  },
  'colorimetryConfig: type': {
    widget: { ...of('table', { ...entries, ...byShop }), zoneIds: shops, colorimetryConfig: ranges },
    with: { colorimetryConfig: { ...ranges, type: 'captureRate' } },
    see: isPink,
    without: true,
    within: false,
  },
};

test.each(Object.entries(fields))('%s changes what is shown (G03)', async (_, row) => {
  const { widget, see, without, within, filters } = row;
  const [before, after] = [await shown(widget, filters), await shown({ ...widget, ...row.with }, filters)];
  expect([see(before), see(after)]).toEqual([without, within]);
});

test('a colour range colours what lies in it (G10)', async () => {
  const table = { ...of('table', { ...entries, ...byShop }), zoneIds: shops };
  expect(isPink(await shown(table))).toBe(false);
  expect(isPink(await shown({ ...table, colorimetryConfig: ranges }))).toBe(true);
});

describe('the table above', () => {
  test('has every flag there is', () => {
    const read = readStored({ version: 1, id: 1, type: 'table', title: '', order: 0 });
    if (read.kind === 'placeholder') throw new Error(read.why);
    const { colorimetry: _, colorimetryOf: _of, ...flags } = settingsOf(read.widget);
    expect(Object.keys(rows).sort()).toEqual(
      [...Object.keys(flags), 'dropdownsConfig', 'installationId', 'dayLimit'].sort(),
    );
  });
});
