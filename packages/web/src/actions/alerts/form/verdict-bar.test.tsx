import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage } from '../../../i18n/index.ts';
import { VerdictBar } from './verdict-bar.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ to, children }: { to: string; children: unknown }) => <a href={to}>{children as string}</a>,
}));

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMessages('alerts')]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

async function show(preview: object | null) {
  const form = { faults: {}, isDirty: true, isBusy: false, reset: () => {} };
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <VerdictBar form={form as never} tried={{ preview, isBusy: false } as never} />
      </I18nProvider>,
    ),
  );
  return place.querySelector('p')?.textContent;
}

it.each([
  ['how often it would have fired', { times: 6, meanLength: 2_460, known: 1 }, /6 times, 41 min/],
  ['that it would never have fired', { times: 0, meanLength: null, known: 1 }, /not have fired|never/],
  [
    'that too little is known, rather than never',
    { times: 0, meanLength: null, known: 0.05 },
    /too little|not enough/i,
  ],
  ['the same where nothing is known', { times: 0, meanLength: null, known: null }, /too little|not enough/i],
  ['nothing before the test', null, /^$/],
])('says %s', async (_, preview, words) => {
  expect(await show(preview)).toMatch(words);
  expect(place.textContent).toContain('Save alert');
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/alerts');
});
