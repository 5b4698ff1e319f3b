import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { of } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMetricsMessages, setLanguage } from '../../i18n/index.ts';
import { DoorErrors } from './door-errors.tsx';

/** The error of the first door is 10 %, that of the second −5 %. Nobody counted at the others. */
const errors = new Map([
  [11, { error: 0.1, from: 0.04, to: 0.16 }],
  [12, { error: -0.05, from: -0.095, to: -0.005 }],
]);
const none = { error: null, from: null, to: null };

const link = new ApolloLink(({ variables }) =>
  of({
    data: {
      doorErrors: (variables.passageIds as number[]).map((passageId) => ({
        ...{ __typename: 'DoorError', passageId },
        ...(errors.get(passageId) ?? none),
      })),
    },
  }),
);

async function textOf(doors: readonly (readonly [id: number, name: string, value: number | null])[]): Promise<string> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await Promise.all([loadAuthenticatedMessages(), loadMetricsMessages()]);
  await setLanguage('en');
  const place = document.createElement('div');
  const root = createRoot(place);
  const sources = doors.map(([passageId, passage]) => ({ passageId, passage })) as never;
  const parts = [...new Map(doors.map(([, name, value]) => [name, value]))].map(([name, value]) => ({ name, value }));
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ApolloProvider client={new ApolloClient({ cache: new InMemoryCache(), link })}>
          <DoorErrors doors={parts} sources={sources} />
        </ApolloProvider>
      </I18nProvider>,
    ),
  );
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  const text = (place.textContent ?? '').replace(/[\u00a0\u202f]/g, ' ').replace(/[\u2066\u2069]/g, '');
  await act(async () => root.unmount());
  return text;
}

it('states how far the errors of doors change their sum, and which doors have none', async () => {
  expect(
    await textOf([
      [11, 'North', 110],
      [12, 'South', 190],
      [13, 'East', 40],
    ]),
  ).toBe(
    'The doors’ counters err by up to ±3.6 %: +0.0 % (−3.6 to +3.6 %), from manual counts at 2 of 3 doors.' +
      'Error not known, no manual count: East.',
  );
});

it('says nothing without manual counts, and takes no door for another of its name', async () => {
  expect(await textOf([[13, 'East', 40]])).toBe('');
  expect(
    await textOf([
      [11, 'North', 110],
      [14, 'North', 110],
    ]),
  ).toBe('');
});
