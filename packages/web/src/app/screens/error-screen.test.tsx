import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, setLanguage } from '../../i18n/index.ts';
import { ErrorScreen } from './error-screen.tsx';

const place = document.createElement('div');
/** Firefox's wording. */
const aborted = new TypeError('error loading dynamically imported module: https://x/assets/a.js');
let root: Root;

async function show(error: unknown) {
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ErrorScreen error={error} />
      </I18nProvider>,
    ),
  );
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  dispatchEvent(new Event('pageshow'));
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.useRealTimers();
});

it('announces a new version when a chunk failed to load', async () => {
  await show(aborted);
  expect(place.textContent).toContain('A new version is available');
});

it('stays silent while the page is left, and reports it if the page stays', async () => {
  dispatchEvent(new Event('beforeunload'));
  await show(aborted);
  expect(place.textContent).toBe('');
  await act(async () => void (await vi.advanceTimersByTimeAsync(10_000)));
  expect(place.textContent).toContain('A new version is available');
});

it('reports any other error while the page is left', async () => {
  dispatchEvent(new Event('beforeunload'));
  await show(new TypeError('x is not a function'));
  expect(place.textContent).toContain('An unexpected error occurred');
});

it('resets when the page is shown again', async () => {
  dispatchEvent(new Event('beforeunload'));
  dispatchEvent(new Event('pageshow'));
  await show(aborted);
  expect(place.textContent).toContain('A new version is available');
});
