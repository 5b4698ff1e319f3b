import type { WidgetType } from '@atrium/domain/pages/definitions';
import { act } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { shops, top } from '../site.ts';
import {
  buildDefinition,
  byGender,
  byShop,
  countMatches,
  entries,
  hasText,
  hours,
  isPink,
  mountWidget,
  pink,
  rate,
  showWidget,
  stay,
} from './shown-widget.tsx';

const byShopAndGender = { groupBy: [{ type: 'ZONE' }, { type: 'GENDER' }] };
const byShopAndHour = { groupBy: [{ type: 'ZONE' }, { type: 'DATE', period: 'PT1H' }] };

test.each<[WidgetType, what: string, metrics: readonly object[], configuration: object]>([
  ['areaChart', 'a metric', [{ ...entries, ...hours }], { colors: { affluenceIn: pink } }],
  ['lineChart', 'a zone', [{ ...entries, ...byShopAndHour }], { colors: { Lumière: pink } }],
  [
    'columnChart',
    'a metric',
    [
      { ...entries, ...byShop },
      { type: 'affluenceOut', ...byShop },
    ],
    { colors: { affluenceOut: pink } },
  ],
  ['columnChart', 'a gender', [{ ...entries, ...byShopAndGender }], { genderColors: { female: pink } }],
  ['barChart', 'a metric', [{ ...entries, ...byShop }], { colors: { affluenceIn: pink } }],
  ['barChart', 'a gender', [{ ...entries, ...byShopAndGender }], { genderColors: { male: pink } }],
  ['pieChart', 'a gender', [{ ...entries, ...byGender }], { genderColors: { unknown: pink } }],
  ['circleChart', 'its only metric', [rate], { colors: { captureRate: pink } }],
  ['progressBarChart', 'a metric', [{ ...entries, ...byShop }], { colors: { affluenceIn: pink } }],
  ['progressBarChart', 'a gender', [{ ...entries, ...byGender }], { genderColors: { female: pink } }],
  [
    'webChart',
    'a gender',
    [
      { ...entries, ...byGender },
      { type: 'affluenceOut', ...byGender },
      { ...stay, ...byGender },
    ],
    { genderColors: { female: pink } },
  ],
])('%s takes the colour that its definition gives to %s (G03)', async (type, _, metrics, configuration) => {
  const widget = {
    ...buildDefinition(type, ...metrics),
    ...(JSON.stringify(metrics).includes('ZONE') ? { zoneIds: shops } : {}),
  };
  expect(isPink(await showWidget(widget))).toBe(false);
  const named = 'colors' in configuration && 'Lumière' in (configuration.colors as object);
  const colors = named ? { colors: { [await nameOfShop()]: pink } } : configuration;
  expect(isPink(await showWidget({ ...widget, configuration: colors }))).toBe(true);
});

/** Returns the displayed name of the first shop. */
async function nameOfShop(): Promise<string> {
  const table = await showWidget({ ...buildDefinition('table', { ...entries, ...byShop }), zoneIds: shops });
  return table.querySelector('tbody th')?.textContent ?? '';
}

test('a metric’s own colour holds beside other metrics of the same groups (G03)', async () => {
  const own = { ...rate, ...byShop, configuration: { color: pink } };
  expect(
    isPink(await showWidget({ ...buildDefinition('columnChart', { ...entries, ...byShop }, own), zoneIds: shops })),
  ).toBe(true);
});

test('a chart of groups starts with eight series, and the rest is a click away (G04)', async () => {
  const many = ['affluenceIn', 'affluenceOut', 'footfall', 'refusals'].flatMap((type) => [
    { type, ...byShopAndGender },
  ]);
  const chart = await showWidget({ ...buildDefinition('columnChart', ...many), zoneIds: shops });
  expect(countMatches('span[style*="background"]')(chart)).toBe(8);
  expect(chart.querySelector('button[class*="more"]')?.textContent).toBe('1 more');
});

test('a web starts with eight shapes, and the rest is a click away (G04)', async () => {
  const byHour = { groupBy: [{ type: 'DISCONTINUOUS_DATE', period: 'HOURLY' }] };
  const flows = ['affluenceIn', 'affluenceOut', 'footfall'].map((type) => ({ type, ...byHour }));
  const { place, leave } = await mountWidget(buildDefinition('webChart', ...flows));
  const named = countMatches('span[style*="background"]');
  expect(named(place)).toBe(8);
  await act(async () => place.querySelector<HTMLButtonElement>('button[class*="more"]')?.click());
  expect(named(place)).toBeGreaterThan(8);
  expect(place.querySelector('button[class*="more"]')).toBeNull();
  await leave();
});

const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warned.mockClear());

test('an unknown type shows its name, and is logged for developers (G01)', async () => {
  const place = await showWidget({ type: 'hologram' });
  expect(place.querySelector('h2')?.textContent).toBe('hologram');
  expect(hasText('not implemented')(place)).toBe(true);
  expect(warned).toHaveBeenCalledWith('Widget type "hologram" is not implemented.');
});

test('a value that lies in no colour range has no badge, and developers are told (G10)', async () => {
  const colorimetry = [{ lower: -2, upper: -1, color: pink, label: 'Never' }];
  const figure = await showWidget({
    ...buildDefinition('kpis', entries),
    kpis: [{ type: 'affluenceIn', colorimetry }],
  });
  expect([isPink(figure), hasText('Never')(figure)]).toEqual([false, false]);
  expect(warned).toHaveBeenCalledWith(expect.stringMatching(/^Colorimetry of affluenceIn: no range holds [\d.]+\.$/));
});

test('a log of alerts is titled with a capital, whatever its definition writes (G01)', async () => {
  const log = await showWidget({
    type: 'alertLogTable',
    title: 'alerts of the day',
    zoneIds: [top],
    metrics: [{ type: 'co2' }],
  });
  expect(log.querySelector('h2')?.textContent).toBe('Alerts of the day');
});
