import type { LocalDate, Weekday } from '@atrium/domain/core';
import { I18nProvider } from '@lingui/react';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, loadMessages, setLanguage } from '../i18n/index.ts';
import { RangeCalendar } from './range-calendar.tsx';

const place = document.createElement('div');
const onChoose = vi.fn();
let root: Root;

interface Chosen {
  readonly from?: LocalDate | null;
  readonly to?: LocalDate | null;
  readonly firstWeekday?: Weekday;
}

function Shown({ from = null, to = null, firstWeekday = 1 }: Chosen) {
  const [month, setMonth] = useState<LocalDate>('2026-11-01');
  const bounds = { first: '2026-02-10', last: '2026-12-05' };
  return <RangeCalendar label="Days" onMonth={setMonth} {...{ month, firstWeekday, from, to, onChoose, ...bounds }} />;
}

async function show(chosen: Parameters<typeof Shown>[0] = {}) {
  root = createRoot(place);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Shown {...chosen} />
      </I18nProvider>,
    ),
  );
}

const day = (date: string) => place.querySelector<HTMLButtonElement>(`[data-date="${date}"]`)!;
const shownMonth = () => place.querySelector('select')?.value;
const press = (key: string) =>
  act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  onChoose.mockReset();
  document.body.append(place);
  await setLanguage('en');
  await loadMessages('notices');
});
afterEach(() => act(async () => root.unmount()));

it.each([
  { chosen: {}, press: '2026-11-10', told: ['2026-11-10', null] },
  { chosen: { from: '2026-11-10' }, press: '2026-11-12', told: ['2026-11-10', '2026-11-12'] },
  { chosen: { from: '2026-11-10' }, press: '2026-11-03', told: ['2026-11-03', '2026-11-10'] },
  { chosen: { from: '2026-11-10' }, press: '2026-11-10', told: ['2026-11-10', '2026-11-10'] },
  { chosen: { from: '2026-11-10', to: '2026-11-12' }, press: '2026-11-20', told: ['2026-11-20', null] },
])('a press on $press with $chosen chosen makes $told of it', async ({ chosen, press: pressed, told }) => {
  await show(chosen);
  await act(async () => day(pressed).click());
  expect(onChoose.mock.calls).toEqual([told]);
});

it('shows the days of its month in its weeks, and those of a range as pressed', async () => {
  await show({ from: '2026-11-10', to: '2026-11-12' });
  const days = [...place.querySelectorAll<HTMLElement>('[data-date]')];
  expect(days.map(({ dataset }) => dataset.date)).toHaveLength(30);
  expect(day('2026-11-01').closest('td')?.cellIndex).toBe(6);
  expect(days.filter((each) => each.ariaPressed === 'true').map(({ textContent }) => textContent)).toEqual([
    '10',
    '11',
    '12',
  ]);
});

it('begins its weeks on the organization’s first weekday', async () => {
  await show({ from: '2026-11-10', firstWeekday: 7 });
  expect(place.querySelector('th abbr')?.getAttribute('title')).toBe('Sunday');
  expect([day('2026-11-01'), day('2026-11-07')].map((each) => each.closest('td')?.cellIndex)).toEqual([0, 6]);
  await act(async () => day('2026-11-10').focus());
  await press('Home');
  expect(document.activeElement).toBe(day('2026-11-08'));
  await press('End');
  expect(document.activeElement).toBe(day('2026-11-14'));
});

it('is one tab stop, from which keys move to other months but never out of range', async () => {
  await show({ from: '2026-11-10' });
  expect([...place.querySelectorAll('[data-date][tabindex="0"]')]).toEqual([day('2026-11-10')]);
  day('2026-11-10').focus();
  const at = () => (document.activeElement as HTMLElement).dataset.date;
  const walk: [string, string][] = [
    ['ArrowRight', '2026-11-11'],
    ['ArrowDown', '2026-11-18'],
    ['End', '2026-11-22'],
    ['Home', '2026-11-16'],
    ['PageDown', '2026-12-05'],
    ['PageUp', '2026-11-05'],
    ['ArrowUp', '2026-10-29'],
    ['ArrowLeft', '2026-10-28'],
  ];
  for (const [key, date] of walk) {
    await press(key);
    expect(at(), key).toBe(date);
    expect(shownMonth()).toBe(`${date.slice(0, 7)}-01`);
  }
});

it('offers exactly the months with selectable days', async () => {
  await show();
  const [before, after] = place.querySelectorAll<HTMLButtonElement>('button:not([data-date])');
  await act(async () => after?.click());
  expect(shownMonth()).toBe('2026-12-01');
  expect(after?.disabled).toBe(true);
  expect(day('2026-12-06').disabled).toBe(true);
  for (let month = 11; month >= 2; month -= 1) await act(async () => before?.click());
  expect(shownMonth()).toBe('2026-02-01');
  expect(before?.disabled).toBe(true);
  expect([...(place.querySelector('select')?.options ?? [])]).toHaveLength(11);
});
