import { granularity } from '@atrium/domain/core';
import type { LabelledValue } from '@atrium/domain/numbers';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { WeekCard } from './week-card.tsx';

const hour = 3_600_000;
/** Tuesdays and Fridays: entries per hour, one of them missing. */
const data: LabelledValue[] = [
  {
    label: 'TUESDAY',
    value: [
      { label: '9', value: 30 },
      { label: '10', value: null, state: 'missing' },
    ],
  },
  { label: 'FRIDAY', value: [{ label: '11', value: 7 }] },
];
const now = parseClock('2026-03-12T14:10');
const week = { data, comparison: null };

const place = document.createElement('div');
const explain = vi.fn();
let root: Root;

const heat = () => place.querySelector('[role="slider"]') as HTMLElement;
const key = (name: string) =>
  act(async () => void heat().dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })));
const cellOf = (row: number, column: number) => {
  const rows = [...heat().querySelectorAll('[dir="ltr"]')];
  return rows[row]?.children[column] as HTMLElement;
};

describe('an hour of the typical week', () => {
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    explain.mockClear();
    document.body.append(place);
    await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
    await setLanguage('en');
    root = createRoot(place);
    await act(async () =>
      root.render(
        <I18nProvider i18n={i18n}>
          <WeekCard model={{ week, width: granularity.day }} site={site} now={now} explain={explain} />
        </I18nProvider>,
      ),
    );
  });
  afterEach(() => act(async () => root.unmount()));

  it('is explained by that hour of each of the eight weeks before', async () => {
    await act(async () => cellOf(1, 0).click());
    const tuesdays = ['01-20', '01-27', '02-03', '02-10', '02-17', '02-24', '03-03', '03-10'];
    const begin = (date: string) => ({
      from: parseClock(`2026-${date}T09:00`),
      to: parseClock(`2026-${date}T09:00`) + hour,
    });
    expect(explain.mock.calls).toEqual([[tuesdays.map(begin)]]);
  });

  it('is read out and explained by keys as well', async () => {
    await key('ArrowRight');
    await key('ArrowDown');
    expect(heat().getAttribute('aria-valuetext')).toBe('Tue 09:00: 30 visitors/h');
    expect(place.textContent).toContain('Tue 09:00: 30 visitors/h');
    await key('Enter');
    expect(explain.mock.calls[0]?.[0]).toHaveLength(8);
    await key('Escape');
    expect(place.textContent).not.toContain('Tue 09:00');
  });

  it('without a value has no explanation', async () => {
    await act(async () => cellOf(0, 0).click());
    await act(async () => cellOf(1, 1).click());
    expect(explain).not.toHaveBeenCalled();
  });
});
