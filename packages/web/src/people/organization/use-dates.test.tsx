import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { DateFormatContext, i18n, loadAuthenticatedMessages, setLanguage, useText } from '../../i18n/index.ts';
import { formatTimespan } from '../../pages/filters/filter-texts.ts';
import { useDates } from './use-dates.ts';
import { type Viewer, ViewerContext } from './viewer.ts';

const at = Date.parse('2026-11-20T23:30:00Z');
const week = [{ from: '2026-11-14', to: '2026-11-21' }];

function Page() {
  const { date, moment } = useDates();
  const text = useText();
  return (
    <>
      {date(at)} | {moment(at)} | {formatTimespan({ kind: 'custom', ranges: week }, week, text)}
    </>
  );
}

async function shown(timezone: string | null, dateFormat: string): Promise<string> {
  const place = document.createElement('div');
  const root = createRoot(place);
  const viewer = { timezone, dateFormat } as Viewer;
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ViewerContext value={viewer}>
          <DateFormatContext value={dateFormat}>
            <Page />
          </DateFormatContext>
        </ViewerContext>
      </I18nProvider>,
    ),
  );
  const text = place.textContent ?? '';
  await act(async () => root.unmount());
  return text;
}

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await setLanguage('en');
  await loadAuthenticatedMessages();
});

it.each([
  ['Europe/Zurich', 'DD/MM/YYYY', '21/11/2026 | 21/11/2026 00:30 | 14/11/2026 – 20/11/2026'],
  ['America/New_York', 'YYYY-MM-DD', '2026-11-20 | 2026-11-20 18:30 | 2026-11-14 – 2026-11-20'],
  ['Asia/Tokyo', 'MM/DD/YYYY', '11/21/2026 | 11/21/2026 08:30 | 11/14/2026 – 11/20/2026'],
])('B02 a profile by the clock of %s with %s reads %s', async (timezone, dateFormat, text) => {
  expect(await shown(timezone, dateFormat)).toBe(text);
});
