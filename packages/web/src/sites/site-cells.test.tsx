import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseClock } from '../../gallery/site.ts';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage } from '../i18n/index.ts';
import { EntriesCell, InsideCell } from './site-cells.tsx';

const place = document.createElement('div');
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  await Promise.all([loadAuthenticatedMessages(), loadMessages('overview')]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

it.each([
  ['how many were inside as of the last reading, where it is offline', 514, /last 514 at 10:30/],
  ['nothing where that is not known', null, /^– $/],
])('a site says %s', async (_, lastInside, words) => {
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <InsideCell
          {...{ people: null, share: null, limit: 900, closed: false, isLoading: false, lastInside }}
          offlineSince={parseClock('2026-03-12T10:30')}
          timezone="Europe/Zurich"
          explained={{ explain: null, isOpen: false }}
        />
      </I18nProvider>,
    ),
  );
  expect(place.textContent).toMatch(words);
});

const busy = { entries: 1_400, usualEntries: 1_000, entriesRange: { lower: 900, upper: 1_100 } };

it.each([
  ['on the ruler of its usual range', busy, null, 'Usual range 900 to 1,100', /1,400.*usual 1,000/],
  ['as a bar without a range', { ...busy, entriesRange: null }, null, null, /^1,400 visitors[^u]*$/],
  ['without a ruler while it is offline', busy, parseClock('2026-03-12T10:30'), null, /^1,400 until 10:30$/],
])('a site shows its entries %s', async (_, numbers, offlineSince, ruler, words) => {
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <EntriesCell
          numbers={{ ...numbers, curve: [] } as never}
          offlineSince={offlineSince}
          closed={false}
          unjudged={null}
          timezone="Europe/Zurich"
          explained={{ explain: null, isOpen: false }}
        />
      </I18nProvider>,
    ),
  );
  expect(place.querySelector('[role=img]')?.getAttribute('aria-label') ?? null).toBe(ruler);
  expect(place.textContent).toMatch(words);
});
