import { readStored, settingsOf } from '@atrium/domain/dashboards/widgets';
import { describe, expect, test } from 'vitest';
import { shops, top } from '../site.ts';
import {
  axes,
  byGender,
  byShop,
  count,
  entries,
  hours,
  isPink,
  of,
  pink,
  type Row,
  ranges,
  rate,
  says,
  shown,
  stay,
  week,
} from './shown-widget.tsx';

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
    // Side-by-side bars each have their own start; stacked ones share one per three.
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
      const svg = place.querySelector('svg[role="img"]');
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
