import { metrics } from '@atrium/domain/numbers';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, setLanguage } from '../i18n/index.ts';
import { metricShapes } from '../ui/icons/metric-shapes.ts';
import { KpiCard } from './cards/kpi-card.tsx';
import { MetricColors, Tinted } from './metric-colors.tsx';
import { MetricIcon } from './metric-icon.tsx';
import { toColors } from './site-page/site.ts';

const place = document.createElement('div');
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

const show = (metric: string, color?: string) =>
  act(async () => {
    root.render(
      <MetricColors value={{ dwell: '#336699' }}>
        <MetricIcon metric={metric} color={color} />
      </MetricColors>,
    );
    await import('./drawn-icon.tsx');
  });

test('H01 every metric has an icon, and every icon belongs to a metric', () => {
  expect([...new Set(metrics.map(({ icon }) => icon))].sort()).toEqual(Object.keys(metricShapes).sort());
  expect(new Set(Object.values(metricShapes)).size).toBe(Object.keys(metricShapes).length);
});

test.each([
  ['affluenceIn', undefined, 'door-enter', '#3b5bdb'],
  ['dwell', undefined, 'hourglass', '#336699'],
  ['dwell', '#ff0000', 'hourglass', '#ff0000'],
] as const)('H01 %s has its icon, in the colour it has where it is: %s', async (metric, color, icon, expected) => {
  await show(metric, color);
  await vi.waitFor(() => expect(place.querySelector('path')).not.toBeNull());
  expect(place.querySelector('path')?.getAttribute('d')).toBe(metricShapes[icon]);
  expect(place.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  expect(place.querySelector('i')?.dataset.ink).toBe(expected);
});

test('what is no metric has no icon', async () => {
  await show('weather');
  expect(place.querySelector('path')).toBeNull();
});

test('H05 what is drawn of a metric has the organization’s colour, with its highlights, and else the theme’s', async () => {
  const draw = (metric: string) =>
    act(async () =>
      root.render(
        <MetricColors value={{ dwell: '#336699' }}>
          <Tinted metric={metric}>
            <b />
          </Tinted>
        </MetricColors>,
      ),
    );
  await draw('dwell');
  const ink = place.querySelector('b')?.parentElement?.style;
  expect(['--data', '--scale-1', '--scale-3'].map((name) => ink?.getPropertyValue(name))).toEqual([
    '#336699',
    '#33669926',
    '#33669973',
  ]);
  await draw('inside');
  expect(place.querySelector('b')?.parentElement).toBe(place);
});

test.each([
  ['dwell', undefined, 'rgba(51, 102, 153, 0.45)'],
  ['dwell', '#ff0000', 'rgba(255, 0, 0, 0.45)'],
  ['inside', undefined, ''],
] as const)(
  'H05 a card of %s on a page of the organization, its own colour %s, is edged in %s',
  async (metric, color, edge) => {
    await Promise.all([loadAuthenticatedMessages(), import('./drawn-icon.tsx')]);
    await setLanguage('en');
    const card = {
      metric,
      ...(color && { color }),
      label: '',
      help: '',
      tag: null,
      value: '1',
      unit: '',
    };
    await act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <MetricColors value={toColors([{ metric: 'dwell', color: '#336699' }])}>
            <KpiCard {...card} comparison={null}>
              {null}
            </KpiCard>
          </MetricColors>
        </I18nProvider>,
      ),
    );
    expect(place.querySelector('section')?.style.borderColor).toBe(edge);
  },
);
