import type { LocalDate } from '@atrium/domain/core';
import type { ExpectedPoint } from '@atrium/domain/numbers';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { ExpectedDays } from './expected-days.tsx';

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

async function read(expected: Partial<ExpectedPoint>): Promise<string> {
  const none = { value: null, lower: null, upper: null, warranty: null, reason: null };
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ExpectedDays
          explained={{ format: (value) => (value === null ? '–' : String(Math.round(value))) }}
          expected={{ ...none, ...expected }}
        />
      </I18nProvider>,
    ),
  );
  return place.textContent ?? '';
}

const samples = [
  { date: '2026-03-05' as LocalDate, value: 100, factor: 1.1 },
  { date: '2026-02-26' as LocalDate, value: 90, factor: 1 },
];

it('lists the days with what each was scaled to, their middle, the range and how often it held', async () => {
  const text = await read({ value: 100, lower: 80, upper: 120, warranty: { held: 91, of: 100 }, samples });
  for (const part of [
    '100 × 1.10',
    '110',
    '90',
    'Middle of these days100',
    'Usual range80 – 120',
    'held 91 of the last 100 hours',
  ])
    expect(text).toContain(part);
});

it('names a mean, and why there is no range', async () => {
  const text = await read({ reason: 'history', mean: { value: 95, days: 2 }, samples });
  expect(text).toContain('Mean of these days95');
  expect(text).toContain('Too little history');
  expect(text).not.toContain('Usual range80');
});

it.each([
  [{ reason: 'event', name: 'Black Friday' }, 'Black Friday: no usual on this day.'],
  [{ reason: 'holiday' }, 'No usual on this day.'],
  [{ reason: 'closed' }, 'The site is closed on this day: no usual.'],
] as const)('names the day %j', async (expected, text) => {
  expect(await read(expected)).toContain(text);
});
