import { findMetric, type Metric, metrics } from '@atrium/domain/numbers';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage, type Translate } from '../../i18n/index.ts';
import { Breakdown, formatRatioSide } from './breakdown.tsx';
import type { Explained } from './explained.ts';
import { type Explanation, getParts } from './use-explained.ts';

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

const meters = {
  data: [
    { label: 'Ground floor', value: 410.25 },
    { label: 'Food court', value: 90.5 },
  ],
  comparison: null,
};

/** Renders the breakdown of 500.75 kWh into these parts. */
async function ledger(parts: Explanation['parts'], unit = 'kWh'): Promise<readonly string[]> {
  const explained: Explained = {
    ...{ title: 'Electricity used', place: 'Arcades du Lac', siblings: [], among: [], ranges: [], mode: null },
    metric: findMetric('electricityConsumption') as Metric,
    query: { metric: 'electricityConsumption' },
    span: { from: parseClock('2026-03-12T00:00'), to: parseClock('2026-03-13T00:00') },
    calendar: site.topology,
    format: (value) => (value === null ? '–' : `${value} ${unit}`),
  };
  const explanation: Explanation = {
    ...{ usual: null, known: null, tooFew: null, earlier: [], derived: null, range: null, expected: null, parts },
    point: { state: 'known', value: 500.75, partial: false },
    coverage: { ratio: 1, silent: [] },
  };
  const source = {
    installationId: 1,
    deviceId: 8,
    device: 'Ground floor',
    passageId: null,
    passage: null,
    metric: 'electricityConsumption',
    part: 0,
  };
  const told = { subtracts: false, readings: 96, sum: 1, overlapped: 0, stepsBack: 0, resets: 0, gaps: 0 };
  const sourceReadings = { count: 96, sources: [{ ...source, ...told }], corrections: [], readings: [] };
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Breakdown {...{ explained, explanation }} sourceReadings={sourceReadings} />
      </I18nProvider>,
    ),
  );
  return [...place.querySelectorAll('tr')].map(({ textContent }) => textContent.replace(/\s/g, ' '));
}

it('what meters counted adds up to what they counted together', async () => {
  expect(await ledger(getParts('DEVICE', meters, 500.75))).toEqual([
    'Ground floor81.9 %410.25 kWh',
    'Food court18.1 %90.5 kWh',
    'Sum of 2 meters100.0 %500.75 kWh',
  ]);
});

it('a cost has standing charges beyond its meters', async () => {
  expect(await ledger(getParts('DEVICE', meters, 512, true), 'CHF')).toEqual([
    'Ground floor80.1 %410.25 CHF',
    'Food court17.7 %90.5 CHF',
    'Standing charges2.2 %11.25 CHF',
    'Sum of 2 meters and standing charges100.0 %512 CHF',
  ]);
  expect(getParts('DEVICE', meters, 400, true)).toBeNull();
});

it('parts that come to something else are not called the sum', async () => {
  expect(await ledger(getParts('DEVICE', meters, 512))).toEqual(['Ground floorElectricity used96 readings–']);
});

it('the sides of every ratio are called by what they are', () => {
  const t = i18n._.bind(i18n) as Translate;
  const ratios = metrics.filter(({ expression }) => expression.type === 'ratio');
  const named = new Map(
    ratios.map((metric) => [metric.id, [formatRatioSide(metric, 0, t), formatRatioSide(metric, 1, t)]]),
  );
  expect(named.get('captureRate')).toEqual(['Entries', 'Passers-by']);
  expect(named.get('abandonRate')).toEqual(['Queue abandons', 'Queue entries']);
  expect(named.get('femaleProportion')).toEqual(['Women', 'Women and men']);
  expect(named.get('waitingTime')).toEqual(['Total length of the visits', 'Visits']);
  for (const [id, sides] of named) for (const side of sides) expect(side, id).toMatch(/^[A-Z]/);
  for (const [id, [above, below]] of named) expect(above, id).not.toBe(below);
});
