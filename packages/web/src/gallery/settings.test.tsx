import { ApolloProvider } from '@apollo/client/react';
import type { WidgetType } from '@atrium/domain/dashboards';
import { readStored, settingsOf } from '@atrium/domain/dashboards/widgets';
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
async function shown(definition: object): Promise<HTMLElement> {
  const place = document.createElement('div');
  const root = createRoot(place);
  const { filters, now } = states.full;
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
const isPink = (place: HTMLElement) => /#d6336c|rgb\(214, 51, 108\)/.test(place.innerHTML);

/** What a flag does, seen from outside: something on the page without it, and with it. */
interface Row {
  readonly widget: object;
  readonly set: Readonly<Record<string, unknown>>;
  readonly see: (place: HTMLElement) => unknown;
  readonly without: unknown;
  readonly within: unknown;
}

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
    see: count('svg[role], [role="img"], [role="application"], [role="group"] svg'),
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
    widget: of('lineChart', { ...entries, ...hours }, { ...rate, ...hours }, { ...stay, ...hours }),
    set: { avoidMergingYAxis: true },
    see: (place) => new Set([...place.querySelectorAll('svg text')].map((word) => word.getAttribute('x'))).size,
    without: 0,
    within: 0,
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
    set: { dayLimit: 1 },
    see: count('[data-export="skip"] select option'),
    without: 0,
    within: 0,
  },
};

test.each(Object.entries(rows))('%s changes what is shown (G03)', async (_, { widget, set, see, without, within }) => {
  const own = (widget as { readonly configuration?: object }).configuration;
  expect([see(await shown(widget)), see(await shown({ ...widget, configuration: { ...own, ...set } }))]).toEqual([
    without,
    within,
  ]);
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
    const { colorimetry: _, ...flags } = settingsOf(read.widget);
    expect(Object.keys(rows).sort()).toEqual(
      [...Object.keys(flags), 'dropdownsConfig', 'installationId', 'dayLimit'].sort(),
    );
  });
});
