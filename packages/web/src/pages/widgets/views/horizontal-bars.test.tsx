import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, setLanguage } from '../../../i18n/index.ts';
import { HorizontalBars } from './horizontal-bars.tsx';

test('the number stands beside every bar, however short it is: none is left out below a threshold but 0 (G04)', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await loadAuthenticatedMessages();
  await setLanguage('en');
  const place = document.createElement('div');
  const root = createRoot(place);
  const shares = [1, 0.01, 0.0001, 0];
  const rows = shares.map((share) => ({
    key: `${share}`,
    name: `Zone ${share}`,
    bars: [{ key: 'one', name: 'Entries', color: '#1550f5', share, text: `${share * 10_000}`, onExplain: null }],
    zero: 0,
    tick: null,
    limits: [],
    onPick: null,
  }));
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <HorizontalBars rows={rows} height={200} isStacked={false} />
      </I18nProvider>,
    ),
  );
  expect([...place.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(
    shares.map((share) => expect.stringContaining(`Zone ${share}${share * 10_000}`)),
  );
  await act(async () => root.unmount());
});

test.each([false, true])('bars below zero end at zero, the others begin there, stacked: %s', async (isStacked) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await loadAuthenticatedMessages();
  await setLanguage('en');
  const place = document.createElement('div');
  const root = createRoot(place);
  const bars = [-0.25, 0.5].map((share) => {
    return { key: `${share}`, name: '', color: '#1550f5', share, text: `${share}`, onExplain: null };
  });
  const row = { key: 'row', name: 'Takings', bars, zero: 0.25, tick: null, limits: [], onPick: null };
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <HorizontalBars rows={[row]} height={200} isStacked={isStacked} />
      </I18nProvider>,
    ),
  );
  const drawn = [...place.querySelectorAll<HTMLElement>('li [style*="inline-size"]')].map(({ style }) => [
    Number.parseFloat(style.marginInlineStart || '0'),
    Number.parseFloat(style.inlineSize),
  ]);
  // Stacked bars: the second starts where the first ends.
  expect(drawn).toEqual(
    isStacked
      ? [
          [0, 25],
          [0, 50],
        ]
      : [
          [0, 25],
          [25, 50],
        ],
  );
  await act(async () => root.unmount());
});
