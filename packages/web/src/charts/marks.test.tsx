import { compareFigure } from '@atrium/domain/numbers';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, languages, loadAuthenticatedMessages, setLanguage } from '../i18n/index.ts';
import { isLanguage } from '../i18n/languages.ts';
import { DeltaChip } from './marks.tsx';

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await loadAuthenticatedMessages();
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

async function said(value: number, usual: number, people: boolean) {
  const unit = people ? 'visitors' : 'kWh';
  const metric = { kind: 'flow', unit, decimals: 0, better: 'up' } as const;
  const delta = compareFigure({ metric, value, usual, usualDecimals: 1 }).change;
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <DeltaChip delta={delta} decimals={1} />
      </I18nProvider>,
    ),
  );
  return (place.textContent ?? '').replace(/\u202f/g, ' ');
}

it.each([
  [12, 24, true, '12 fewer'],
  [24, 12, true, '12 more'],
  [12, 12.3, true, 'about the same'],
  [12, 24, false, '−50.0 %'],
  [2999, 3000, true, 'about the same'],
  [2990, 3000, true, '−0.3 %'],
  [54, 54.5, true, 'about the same'],
  [54, 54.5, false, '−0.9 %'],
  [0, 0, true, ''],
])('%d against %d, of people: %s', async (value, usual, people, expected) => {
  await setLanguage('en');
  expect(await said(value, usual, people)).toBe(expected);
});

it.each(Object.keys(languages).filter(isLanguage))('tells few people without a percentage in %s', async (language) => {
  await setLanguage(language);
  const [more, fewer, same] = [await said(24, 12, true), await said(12, 24, true), await said(12, 12, true)];
  expect(new Set([more, fewer, same]).size).toBe(3);
  for (const text of [more, fewer, same]) expect(text).not.toContain('%');
  expect([more.includes('12'), fewer.includes('12'), same.includes('12')]).toEqual([true, true, false]);
});

it.each([
  [110, 'as usual', null],
  [130, 'above the usual range, +30.0 %', 'good'],
  [70, 'below the usual range, −30.0 %', 'bad'],
  [20, 'below the usual range, 80 fewer', 'bad'],
])('with a range, %d is %s', async (value, expected, tone) => {
  await setLanguage('en');
  const metric = { kind: 'flow', unit: 'visitors', decimals: 0, better: 'up' } as const;
  const { change, side } = compareFigure({ metric, value, usual: 100, range: { lower: 80, upper: 120 } });
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <DeltaChip delta={change} side={side} decimals={1} />
      </I18nProvider>,
    ),
  );
  const text = (place.textContent ?? '').replace(/\u202f/g, ' ').replace(/[\u2068\u2069]/g, '');
  expect(text).toBe(expected);
  expect(place.querySelector('[data-tone]')?.getAttribute('data-tone') ?? null).toBe(tone);
});
