import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { parseClock, site } from '../../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage } from '../../i18n/index.ts';
import type { StripSite } from '../strip.tsx';
import { Lead } from './brief.tsx';

const place = document.createElement('div');
/** A Friday. */
const now = parseClock('2026-03-13T14:00');

interface Day {
  readonly entries: number | null;
  readonly range?: { readonly lower: number; readonly upper: number } | null;
  readonly needing?: number;
  readonly at?: number;
}

async function lead({ entries, range = { lower: 900, upper: 1100 }, needing = 0, at = now }: Day): Promise<string> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMessages('overview'), loadMessages('alerts')]);
  await setLanguage('en');
  const numbers = { entries, usualEntries: 1000, curve: [] };
  const coverage = { deviceCount: 2, silentNow: 0 };
  const rows = [{ site: { calendar: site.topology }, coverage, numbers }] as unknown as readonly StripSite[];
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <Lead {...{ rows, now: at, range, needing }} />
      </I18nProvider>,
    ),
  );
  const text = place.textContent ?? '';
  await act(async () => root.unmount());
  return text;
}

it.each([
  [{ entries: 1080 }, 'A normal Friday. Nothing needs you.'],
  [{ entries: 1120 }, 'A busy Friday. Nothing needs you.'],
  [{ entries: 880, needing: 1 }, 'A quiet Friday. One site needs you.'],
  [{ entries: 1080, range: null, needing: 3 }, 'A busy Friday. 3 sites need you.'],
  [{ entries: 1010, range: null }, 'A normal Friday. Nothing needs you.'],
  // Within the first hour, and without a number, nothing is said about the day.
  [{ entries: 5, at: parseClock('2026-03-13T08:20') }, 'Nothing needs you.'],
  [{ entries: null, needing: 2 }, 'Two sites need you.'],
] as const)('names the day by the range of the total, and the sites that need somebody: %j', async (day, expected) => {
  expect(await lead(day)).toBe(expected);
});
