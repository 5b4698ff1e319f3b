import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, setLanguage } from '../../i18n/index.ts';
import type { StripSite } from '../strip.tsx';
import { Lead } from './brief.tsx';

const place = document.createElement('div');

async function lead(entries: number): Promise<string> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await loadAuthenticatedMessages();
  await setLanguage('en');
  const numbers = { entries, usualEntries: 1000, curve: [] };
  const site = { calendar: { openingHours: { spans: [] } } };
  const coverage = { deviceCount: 2, silentNow: 0 };
  const rows = [{ site, coverage, numbers }] as unknown as readonly StripSite[];
  const explained = () => ({ explain: null, isOpen: false });
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Lead {...{ rows, explained }} isRunning now={0} />
      </I18nProvider>,
    ),
  );
  const text = (place.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ');
  await act(async () => root.unmount());
  return text;
}

it('never calls a number usual and then more or less', async () => {
  expect(await lead(1017)).toBe('As busy as usual. 1,017 people have come in so far today.');
  expect(await lead(1100)).toMatch(/^Busier than usual\..*That is 10.0 % more than usual by this time\.$/);
});
