import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Bucket, CrosshairProvider } from '../../../charts/index.ts';
import {
  i18n,
  loadAuthenticatedMessages,
  loadMessages,
  loadMetricsMessages,
  setLanguage,
} from '../../../i18n/index.ts';
import { buildInput } from '../../counting/counted-worlds.ts';
import { Lanes } from './lanes.tsx';

const asked = vi.hoisted(() => ({ metrics: [] as string[], answers: [] as unknown[] }));
// Replaced, because these send queries of their own.
vi.mock('../../../numbers/answers/index.ts', async (original) => ({
  ...(await original<object>()),
  useNumbers: (queries: readonly { readonly metric: string }[]) => {
    asked.metrics = queries.map(({ metric }) => metric);
    return { state: 'ready', answers: asked.answers };
  },
}));
vi.mock('../../atmosphere/comfort-bands.ts', () => ({ useBands: () => () => ({ below: [600, 800, 1000, 1400] }) }));
vi.mock('../../../actions/alerts/live/use-site-alerts.ts', () => ({
  useSiteAlerts: () => [{ id: 7, dateBegin: at(10), dateEnd: at(11), name: 'Stale air', label: 'Stale air · Hall' }],
}));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ params, children }: { params: { logId: string }; children: unknown }) => (
    <a href={params.logId}>{children as string}</a>
  ),
}));

const world = { seed: 1, busy: 6, shift: [1, 1, 1], at: 75, preset: 'today', hours: 'all', mode: 'USUAL' } as const;
const { context, now } = buildInput(world);
const { site, filters } = context;
const midnight = Date.parse('2026-02-24T00:00:00+01:00');
function at(hour: number) {
  return midnight + hour * 3_600_000;
}
/** The hours from 9 to 13. */
const buckets = [9, 10, 11, 12].map(
  (hour): Bucket => ({ from: at(hour), to: at(hour + 1), label: '', point: null, usual: null }),
);
const answerOf = (values: readonly (number | null)[]) => ({
  data: values.map((value, index) => ({ label: `2026-02-24T${String(9 + index).padStart(2, '0')}:00`, value })),
  comparison: null,
  coverage: { ratio: 1, silent: [] },
});

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages(), loadMessages('alerts')]);
  await setLanguage('en');
  root = createRoot(place);
  document.body.append(place);
});
afterEach(() => act(async () => root.unmount()));

async function showRows(answers: readonly unknown[]): Promise<readonly string[]> {
  asked.answers = [...answers];
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <CrosshairProvider>
          <Lanes
            axis={{ buckets, plot: { x: 0, y: 0, width: 400 } }}
            metrics={[
              { metric: 'co2', tab: 'atmosphere' },
              { metric: 'electricityConsumption', tab: 'energy' },
            ]}
            {...{ site, filters, now }}
            coverage={{ ratio: 0.9, silent: [{ deviceId: 1, from: at(9), to: at(10) }] }}
            showsAlerts
          />
        </CrosshairProvider>
      </I18nProvider>,
    ),
  );
  return read();
}

const read = () =>
  [...place.querySelectorAll('li > p')].map((row) =>
    (row.textContent ?? '').replace(/[\u2066-\u2069]/g, '').replace(/[\u00a0\u202f]/g, ' '),
  );
const pointAt = (x: number) =>
  act(async () => {
    const drawing = place.querySelector('li > div');
    drawing?.dispatchEvent(new MouseEvent('pointermove', { bubbles: true, clientX: x }));
  });

it('lanes name the latest level with its limit, and no amount of a part of the day', async () => {
  const rows = await showRows([answerOf([500, 700, 650]), answerOf([12, 13, 14])]);
  expect(asked.metrics).toEqual(['co2', 'electricityConsumption']);
  expect(rows).toEqual(['CO₂650 ppm 800 ppm', 'Electricity used ', 'Alerts', 'Sensors1 silent']);
});

it('name what the crosshair points at, in all lanes together', async () => {
  await showRows([answerOf([500, 700, 650]), answerOf([12, 13, 14])]);
  await pointAt(150);
  expect(read()).toEqual(['CO₂700 ppm 800 ppm', 'Electricity used13.0 kWh ', 'Alerts', 'Sensorsall reporting']);
});

it('a value that is missing is never 0', async () => {
  await showRows([answerOf([500, null, 650]), null]);
  await pointAt(150);
  expect(read().slice(0, 2)).toEqual(['CO₂no data 800 ppm', 'Electricity usedno data ']);
});

it('an alert leads to its story', async () => {
  await showRows([answerOf([500]), answerOf([12])]);
  expect([...place.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['7', 'Stale air'],
  ]);
});
