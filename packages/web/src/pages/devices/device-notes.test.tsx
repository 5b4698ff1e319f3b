import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { id, type ZoneId } from '@atrium/domain/core';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { DeviceNotes } from './device-notes.tsx';

const place = document.createElement('div');
let root: Root;
let maxUnderWay = 0;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  root = createRoot(place);
});
afterEach(() => act(async () => root.unmount()));

const oddities = { overlapped: 0, stepsBack: 0, resets: 0, gaps: 0 };

/** Renders a one-metric page for this server answer. A string is an error code. */
async function notes(
  sources: readonly object[] | string,
  metrics: readonly string[] = ['waterConsumption'],
): Promise<string> {
  let underWay = 0;
  const link = new ApolloLink(
    () =>
      new Observable((observer) => {
        maxUnderWay = Math.max(maxUnderWay, ++underWay);
        queueMicrotask(() => {
          underWay -= 1;
          answer(observer);
        });
      }),
  );
  function answer(observer: { next(value: object): void; complete(): void }) {
    if (typeof sources === 'string') observer.next({ errors: [{ message: 'refused', extensions: { code: sources } }] });
    else observer.next({ data: { readingsBehind: { __typename: 'ReadingsBehind', sources, corrections: [] } } });
    observer.complete();
  }
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  await act(async () =>
    root.render(
      <ApolloProvider client={client}>
        <I18nProvider i18n={i18n}>
          <DeviceNotes
            zoneIds={[id<ZoneId>(1)]}
            metrics={metrics}
            ranges={[{ from: '2026-03-12', to: '2026-03-13' }]}
          />
        </I18nProvider>
      </ApolloProvider>,
    ),
  );
  return place.textContent ?? '';
}

const source = (device: string, odd: Partial<typeof oddities>) => ({
  __typename: 'ReadingSource',
  deviceId: device.length,
  device,
  metric: 'waterConsumption',
  ...oddities,
  ...odd,
});

it('tells of each device what is odd about its readings, and of the others nothing', async () => {
  const text = await notes([
    source('Cold', { resets: 1, gaps: 2 }),
    source('Warm', {}),
    source('Roof', { stepsBack: 1 }),
  ]);
  expect(text).toContain('Cold: the meter was reset or replaced once');
  expect(text).toContain('Cold: samples were missing 2 times');
  expect(text).toContain('register fell once');
  expect(text).not.toContain('Warm');
  expect(text).not.toContain('None of these');
});

it('says that nothing is odd only where it is known', async () => {
  expect(await notes([source('Warm', {})])).toContain('None of these');
  const failed = await notes('INTERNAL');
  expect(failed).toContain('could not be loaded');
  expect(failed).not.toContain('None of these');
});

it('says what helps: patience where the server is busy, fewer days where they are too many', async () => {
  const busy = await notes('OVERLOADED');
  expect(busy).toContain('Try again in a moment');
  expect(busy).not.toContain('fewer');
  expect(await notes('RANGE_TOO_WIDE')).toContain('Choose fewer');
});

it('loads one metric after the other', async () => {
  maxUnderWay = 0;
  await notes([source('Cold', { resets: 1 })], ['waterConsumption', 'heatConsumption', 'electricityConsumption']);
  await vi.waitFor(() => expect(place.textContent).toContain('Cold'));
  expect(maxUnderWay).toBe(1);
});
