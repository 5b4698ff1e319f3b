import { findMetric, type Metric, type RawQuery } from '@atrium/domain/numbers';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { Sentence } from './explain-panel.tsx';

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

async function timeOf(hours: RawQuery['hours']): Promise<string> {
  const explained = {
    title: 'Comfort',
    place: 'Arcades du Lac',
    metric: findMetric('co2') as Metric,
    query: { metric: 'co2', hours },
    span: { from: parseClock('2026-03-12T00:00'), to: parseClock('2026-03-13T00:00') },
    among: [],
    ranges: [{ from: '2026-03-12', to: '2026-03-13' }],
    calendar: site.topology,
    mode: null,
    format: String,
    siblings: [],
  };
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Sentence explained={explained} now={parseClock('2026-03-14T10:00')} />
      </I18nProvider>,
    ),
  );
  return (place.querySelector('p')?.textContent ?? '').replace(/[\u2066-\u2069]/g, '');
}

it('a number of opening hours, or of chosen ones, says so beside its days', async () => {
  expect(await timeOf({ openingOnly: true })).toMatch(/00:00–24:00 · in opening hours$/);
  expect(await timeOf({ from: '09:00', to: '12:00' })).toMatch(/00:00–24:00 · 09:00–12:00$/);
  expect(await timeOf(null)).toMatch(/00:00–24:00$/);
});
