import { granularity } from '@atrium/domain/core';
import type { LabelledValue } from '@atrium/domain/measurements';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clock, site } from '../../gallery/site.ts';
import { openHouse, openMetrics, speak, speech } from '../../i18n/index.ts';
import { typicalWeek } from './typical-week.ts';
import { WeekCard } from './week-card.tsx';

const hour = 3_600_000;
/** Three Tuesdays and a Friday, 09:00 to 12:00: how many came, and once nobody knows. */
const counted: readonly (readonly [string, number | null])[] = [
  ['2026-02-17T09:00', 10],
  ['2026-02-17T10:00', 40],
  ['2026-02-24T09:00', 20],
  ['2026-02-24T10:00', null],
  ['2026-03-03T09:00', 60],
  ['2026-03-03T10:00', 80],
  ['2026-03-06T11:00', 7],
];
const data: LabelledValue[] = counted.map(([at, value]) => ({
  label: new Date(clock(at)).toISOString(),
  value,
  ...(value === null ? { state: 'missing' as const } : {}),
}));
const now = clock('2026-03-12T14:10');
const week = typicalWeek({ data, comparison: null }, site, now);

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
    await Promise.all([openHouse(), openMetrics()]);
    await speak('en');
    root = createRoot(place);
    await act(async () =>
      root.render(
        <I18nProvider i18n={speech}>
          <WeekCard
            model={{ week, width: granularity.day }}
            timezone={site.topology.timezone}
            now={now}
            explain={explain}
          />
        </I18nProvider>,
      ),
    );
  });
  afterEach(() => act(async () => root.unmount()));

  it('is explained by the hours whose mean it is, and by none that nobody knows', async () => {
    await act(async () => cellOf(1, 0).click());
    await act(async () => cellOf(1, 1).click());
    const begin = (at: string) => ({ from: clock(at), to: clock(at) + hour });
    expect(explain.mock.calls).toEqual([
      [['2026-02-17T09:00', '2026-02-24T09:00', '2026-03-03T09:00'].map(begin)],
      [['2026-02-17T10:00', '2026-03-03T10:00'].map(begin)],
    ]);
    expect(week?.rows[1]?.values.slice(0, 2)).toEqual([30, 60]);
  });

  it('is read out and explained by keys as well', async () => {
    await key('ArrowRight');
    await key('ArrowDown');
    expect(heat().getAttribute('aria-valuetext')).toBe('Tue 09:00: 30 visitors/h');
    expect(place.textContent).toContain('Tue 09:00: 30 visitors/h');
    await key('Enter');
    expect(explain.mock.calls[0]?.[0]).toHaveLength(3);
    await key('Escape');
    expect(place.textContent).not.toContain('Tue 09:00');
  });

  it('of which nothing is known explains nothing', async () => {
    await act(async () => cellOf(0, 0).click());
    expect(explain).not.toHaveBeenCalled();
  });
});
