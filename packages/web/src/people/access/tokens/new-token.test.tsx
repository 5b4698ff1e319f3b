import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage } from '../../../i18n/index.ts';
import { NewToken, type ShownToken } from './new-token.tsx';

const sites = [
  { id: 1, name: 'Arcades du Lac' },
  { id: 2, name: 'Bahnhof Passage' },
];
let place: HTMLDivElement;
let root: Root;
let sent: Record<string, unknown>[];
let shown: ShownToken[];

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await setLanguage('en');
  await Promise.all([loadAuthenticatedMessages(), loadMessages('setUp')]);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  sent = [];
  shown = [];
  const link = new ApolloLink(
    ({ variables }) =>
      new Observable((observer) => {
        sent.push(variables);
        observer.next({ data: { createToken: { publicId: 'a', secret: 'atr_a_b' } } });
        observer.complete();
      }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ApolloProvider client={client}>
          <NewToken sites={sites} isReady onCreated={(token) => shown.push(token)} />
        </ApolloProvider>
      </I18nProvider>,
    ),
  );
});

afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

const field = <Kind extends Element>(selector: string) => place.querySelector(selector) as Kind;

async function check(label: string) {
  const found = [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  await act(async () => found?.querySelector('input')?.click());
}

async function type(input: HTMLInputElement | HTMLSelectElement, value: string) {
  const prototype = Object.getPrototypeOf(input) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, value);
  const event = input instanceof HTMLSelectElement ? 'change' : 'input';
  await act(async () => input.dispatchEvent(new Event(event, { bubbles: true })));
}

const submit = () => act(async () => field<HTMLFormElement>('form').requestSubmit());

test('a token reads all sites for 90 days unless chosen otherwise', async () => {
  await submit();
  expect([place.textContent?.includes('A name of at most 100 letters'), sent]).toEqual([true, []]);
  await type(field('input[name=name]'), ' Warehouse ');
  await submit();
  expect(sent).toEqual([
    { name: 'Warehouse', scopes: ['SITES_READ', 'MEASUREMENTS_READ'], lifetimeDays: 90, installationIds: null },
  ]);
  expect(shown).toEqual([{ name: 'Warehouse', secret: 'atr_a_b', example: 'sites' }]);
});

test('a token that reads must expire, and one that only sends at chosen sites need not', async () => {
  await type(field('input[name=name]'), 'Till');
  await type(field('select'), 'never');
  await submit();
  expect([place.textContent?.includes('A token that reads must expire.'), sent]).toEqual([true, []]);
  await check('read');
  await check('send receipts');
  await check('All sites, also new ones');
  await submit();
  expect([place.textContent?.includes('Choose a site.'), sent]).toEqual([true, []]);
  await check('Bahnhof Passage');
  await submit();
  expect(sent).toEqual([{ name: 'Till', scopes: ['RECEIPTS_WRITE'], lifetimeDays: null, installationIds: [2] }]);
  expect(shown).toMatchObject([{ example: null }]);
});
