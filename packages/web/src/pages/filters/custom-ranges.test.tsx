import type { ResolvedFilters } from '@atrium/domain/pages';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DateFormatContext, i18n, loadMessages, setLanguage } from '../../i18n/index.ts';
import type { Site } from '../site-page/site.ts';
import { CustomRanges } from './custom-ranges.tsx';

const place = document.createElement('div');
const onApply = vi.fn();
let root: Root;

const site = {
  topology: { timezone: 'Europe/Zurich', changeOfDay: 0, createdAt: null },
} as unknown as Site;
const filters = {
  ranges: [{ from: '2026-11-02', to: '2026-11-05' }],
  selectable: { first: '2016-01-01', last: '2026-11-20' },
} as unknown as ResolvedFilters;

const field = (name: string) => place.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const problem = () => place.querySelector('[role=alert]')?.textContent ?? null;
const button = (word: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === word)!;
const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

async function put(name: string, value: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    set?.call(field(name), value);
    field(name).dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function show(dateFormat: string) {
  root = createRoot(place);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <DateFormatContext value={dateFormat}>
          <CustomRanges filters={filters} site={site} now={Date.parse('2026-11-20T12:00Z')} onApply={onApply} />
        </DateFormatContext>
      </I18nProvider>,
    ),
  );
}

describe('D03 own ranges are typed', () => {
  beforeEach(async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
    onApply.mockReset();
    document.body.append(place);
    await setLanguage('en');
    await loadMessages('notices');
    vi.useFakeTimers();
  });
  afterEach(async () => {
    await act(async () => root.unmount());
    vi.useRealTimers();
  });

  it('in the pattern of the reader’s profile, and applied once something changed', async () => {
    await show('YYYY-MM-DD');
    expect([field('first0').value, field('last0').value]).toEqual(['2026-11-02', '2026-11-04']);
    expect(button('Apply').disabled).toBe(true);
    await put('last0', '2026-11-09');
    expect(button('Apply').disabled).toBe(false);
    await act(async () => button('Apply').click());
    expect(onApply).toHaveBeenCalledWith({ kind: 'custom', ranges: [{ from: '2026-11-02', to: '2026-11-10' }] });
  });

  it('and what is wrong is said 400 ms after the last key, never before', async () => {
    await show('DD/MM/YYYY');
    await put('last0', '31/12/2026');
    await wait(399);
    expect(problem()).toBeNull();
    await wait(1);
    expect(problem()).toBe('Choose days from 01/01/2016 to 20/11/2026');
    expect(field('last0').getAttribute('aria-invalid')).toBe('true');
    await put('last0', '31/02/2026');
    await wait(400);
    expect(problem()).toBe('Enter the date as DD/MM/YYYY');
    await put('last0', '04/11/2026');
    await wait(400);
    expect(problem()).toBeNull();
    await act(async () => button('Add a range').click());
    await put('first1', '04/11/2026');
    await wait(400);
    expect(problem()).toBe('This range overlaps another one');
  });

  it('and an empty date is said on applying, at the first row that is not whole', async () => {
    await show('DD/MM/YYYY');
    await act(async () => button('Add a range').click());
    await act(async () => button('Add a range').click());
    await put('first1', '10/11/2026');
    await wait(400);
    expect(problem()).toBeNull();
    await act(async () => button('Apply').click());
    expect(problem()).toBe('Choose both dates of this range');
    expect(document.activeElement).toBe(field('last1'));
    expect(onApply).not.toHaveBeenCalled();
  });
});
