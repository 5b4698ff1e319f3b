import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  findInitialLanguage,
  forgetPickedLanguage,
  forgetProfileLanguage,
  i18n,
  pickLanguage,
  setLanguage,
} from '../../i18n/index.ts';
import { useProfileLanguage } from './signed-in-layout.tsx';

/** Languages rendered, in order. */
const shown: string[] = [];

function Page({ language }: { readonly language: string | undefined }) {
  if (useProfileLanguage(language)) shown.push(i18n.locale);
  return null;
}

async function show(...languages: readonly (string | undefined)[]): Promise<void> {
  const root = createRoot(document.createElement('div'));
  for (const language of languages) await act(async () => root.render(<Page language={language} />));
  await expect.poll(() => shown.length).toBeGreaterThan(0);
  await act(async () => root.unmount());
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-GB']);
  shown.length = 0;
  await setLanguage('en');
});

afterEach(() => {
  forgetPickedLanguage();
  forgetProfileLanguage();
  vi.restoreAllMocks();
});

it('shows nothing in the browser’s language before the profile’s is known', async () => {
  await show(undefined, 'de');
  expect(new Set(shown)).toEqual(new Set(['de']));
});

it('begins the next visit in the language of the profile, until the session ends', async () => {
  expect(findInitialLanguage()).toBe('en');
  await show('ar');
  expect(findInitialLanguage()).toBe('ar');
  forgetProfileLanguage();
  expect(findInitialLanguage()).toBe('en');
});

it('leaves the language that was picked by hand', async () => {
  await pickLanguage('it');
  await show('de');
  expect([new Set(shown), findInitialLanguage()]).toEqual([new Set(['it']), 'it']);
});
