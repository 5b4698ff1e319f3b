import { getWidgetSettings, parseStored } from '@atrium/domain/pages/widgets';
import { describe, expect, test } from 'vitest';
import { shops, top } from '../site.ts';
import {
  buildDefinition,
  byGender,
  byShop,
  countAxes,
  countMatches,
  entries,
  hasText,
  hours,
  isPink,
  pink,
  type Row,
  ranges,
  rate,
  showWidget,
  stay,
  week,
} from './shown-widget.tsx';

const rows: Readonly<Record<string, Row>> = {
  hideUnit: {
    widget: buildDefinition('kpis', rate),
    set: { hideUnit: true },
    see: hasText('%'),
    without: true,
    within: false,
  },
  useCustomFormatter: {
    widget: { ...buildDefinition('kpis', entries), configuration: { tooltipFormatter: 'twoDecimals' } },
    set: { useCustomFormatter: true, tooltipFormatter: 'twoDecimals' },
    see: hasText(/\d\.00/),
    without: false,
    within: true,
  },
  tooltipFormatter: {
    widget: { ...buildDefinition('kpis', entries), configuration: { useCustomFormatter: true } },
    set: { useCustomFormatter: true, tooltipFormatter: 'twoDecimals' },
    see: hasText(/\d\.00/),
    without: false,
    within: true,
  },
  isMultiChart: {
    widget: buildDefinition('lineChart', { ...entries, ...hours }, { type: 'affluenceOut', ...hours }),
    set: { isMultiChart: true },
    see: countMatches('[role="slider"]'),
    without: 1,
    within: 2,
  },
  colors: {
    widget: buildDefinition('lineChart', { ...entries, ...hours }),
    set: { colors: { affluenceIn: pink } },
    see: isPink,
    without: false,
    within: true,
  },
  genderColors: {
    widget: buildDefinition('pieChart', { ...entries, ...byGender }),
    set: { genderColors: { female: pink } },
    see: isPink,
    without: false,
    within: true,
  },
  avoidMergingYAxis: {
    widget: buildDefinition('lineChart', { ...entries, ...hours }, { type: 'affluenceOut', ...hours }),
    set: { avoidMergingYAxis: true },
    see: countAxes,
    without: 1,
    within: 2,
  },
  stacked: {
    widget: buildDefinition('columnChart', {
      ...entries,
      groupBy: [{ type: 'GENDER' }, { type: 'DATE', period: 'PT1H' }],
    }),
    set: { stacked: true },
    // Side-by-side bars each have their own start; stacked ones share one per three.
    see: (place) =>
      new Set([...place.querySelectorAll('path[d]')].map((bar) => bar.getAttribute('d')?.split(' ')[0])).size > 30,
    without: true,
    within: false,
  },
  isPercentage: {
    widget: buildDefinition('columnChart', {
      ...entries,
      groupBy: [{ type: 'GENDER' }, { type: 'DATE', period: 'PT1H' }],
    }),
    set: { isPercentage: true },
    see: hasText('100\u00a0%'),
    without: false,
    within: true,
  },
  thresholds: {
    widget: buildDefinition('lineChart', { ...entries, ...hours }),
    set: { thresholds: [{ value: 100, label: 'Two at the till', color: pink }] },
    see: hasText('Two at the till'),
    without: false,
    within: true,
  },
  showMinMaxLabel: {
    widget: buildDefinition('lineChart', { ...entries, ...hours }),
    set: { showMinMaxLabel: true },
    see: countMatches('svg text[class*="value"]'),
    without: 0,
    within: 2,
  },
  showLegend: {
    widget: buildDefinition('lineChart', {
      ...entries,
      groupBy: [{ type: 'GENDER' }, { type: 'DATE', period: 'PT1H' }],
    }),
    set: { showLegend: false },
    see: countMatches('span[style*="background"]'),
    without: 3,
    within: 0,
  },
  halfCircle: {
    widget: buildDefinition('circleChart', rate),
    set: { halfCircle: true },
    see: (place) => {
      const svg = place.querySelector('svg[role="img"]');
      return svg?.getAttribute('width') === svg?.getAttribute('height');
    },
    without: true,
    within: false,
  },
  isParallelCoordinates: {
    widget: { ...buildDefinition('webChart', entries, rate, stay), zoneIds: shops },
    set: { isParallelCoordinates: true },
    see: (place) =>
      [...place.querySelectorAll('svg line')].every((line) => line.getAttribute('x1') === line.getAttribute('x2')),
    without: false,
    within: true,
  },
  isBlockTitleVisible: {
    widget: buildDefinition('circleChart', rate),
    set: { isBlockTitleVisible: false },
    see: (place) => place.querySelector('h2')?.className === 'visually-hidden',
    without: false,
    within: true,
  },
  legendFormatter: {
    widget: buildDefinition('pieChart', { ...entries, ...byGender }),
    set: { legendFormatter: 'full' },
    see: hasText('Entries · '),
    without: false,
    within: true,
  },
  axisFormatter: {
    widget: buildDefinition('lineChart', { ...entries, ...hours }),
    set: { axisFormatter: 'twoDecimals' },
    see: hasText(/\d\.00/),
    without: false,
    within: true,
  },
  rowFormatter: {
    widget: { ...buildDefinition('table', { ...entries, ...byShop }), zoneIds: shops },
    set: { rowFormatter: 'twoDecimals' },
    see: hasText(/\d\.00/),
    without: false,
    within: true,
  },
  dropdownsConfig: {
    widget: { ...buildDefinition('circleChart', rate), headers: ['zone'] },
    set: { dropdownsConfig: [{ type: 'zone', isTopZoneDisabled: true }] },
    see: countMatches('option[disabled]'),
    without: 0,
    within: 1,
  },
  installationId: {
    widget: { type: 'circleChart', metrics: [rate] },
    set: { installationId: 1 },
    see: countMatches('[role="img"]'),
    without: 0,
    within: 1,
  },
  dayLimit: {
    widget: { type: 'heatmap', zoneIds: [top] },
    set: { dayLimit: 2 },
    see: countMatches('select[aria-label="Day"] option'),
    without: 7,
    within: 2,
    filters: { ranges: [week] },
  },
};

test.each(Object.entries(rows))('%s changes what is shown (G03)', async (_, row) => {
  const { widget, set, see, without, within, filters } = row;
  const own = (widget as { readonly configuration?: object }).configuration;
  const [before, after] = [
    await showWidget(widget, filters),
    await showWidget({ ...widget, configuration: { ...own, ...set } }, filters),
  ];
  expect([see(before), see(after)]).toEqual([without, within]);
});

test('a colour range colours what lies in it (G10)', async () => {
  const table = { ...buildDefinition('table', { ...entries, ...byShop }), zoneIds: shops };
  expect(isPink(await showWidget(table))).toBe(false);
  expect(isPink(await showWidget({ ...table, colorimetryConfig: ranges }))).toBe(true);
});

describe('the table above', () => {
  test('has every flag there is', () => {
    const read = parseStored({ version: 1, id: 1, type: 'table', title: '', order: 0 });
    if (read.kind === 'placeholder') throw new Error(read.why);
    const { colorimetry: _, colorimetryOf: _of, ...flags } = getWidgetSettings(read.widget);
    expect(Object.keys(rows).sort()).toEqual(
      [...Object.keys(flags), 'dropdownsConfig', 'installationId', 'dayLimit'].sort(),
    );
  });
});
