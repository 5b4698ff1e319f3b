import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { noRights, withRights } from '@atrium/domain/people/access';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage } from '../../../i18n/index.ts';
import { type Viewer, ViewerContext } from '../../organization/index.ts';
import { NewToken, type ShownToken } from './new-token.tsx';

const sites = [
  { id: 1, name: 'Arcades du Lac' },
  { id: 2, name: 'Bahnhof Passage' },
];
let place: HTMLDivElement;
let root: Root;
let sent: Record<string, unknown>[];
let shown: ShownToken[];

const viewer = {
  rights: withRights(noRights, ['dashboard.custom.read']),
  isAdmin: false,
  families: new Set(),
  hasStaticDashboard: false,
} as unknown as Viewer;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await setLanguage('en');
  await Promise.all([loadAuthenticatedMessages(), loadMessages('setUp')]);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  sent = [];
  shown = [];
});

async function show(isAdmin: boolean) {
  const secret = { publicId: 'a', secret: 'atr_a_b' };
  const link = new ApolloLink(
    ({ variables }) =>
      new Observable((observer) => {
        sent.push(variables);
        observer.next({ data: { createToken: secret, createPersonalToken: secret } });
        observer.complete();
      }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ApolloProvider client={client}>
          <ViewerContext value={{ ...viewer, isAdmin }}>
            <NewToken sites={sites} isAdmin={isAdmin} isReady onCreated={(token) => shown.push(token)} />
          </ViewerContext>
        </ApolloProvider>
      </I18nProvider>,
    ),
  );
}

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

test('a token reads all sites for a year unless chosen otherwise', async () => {
  await show(true);
  await submit();
  expect([place.textContent?.includes('A name of at most 100 letters'), sent]).toEqual([true, []]);
  await type(field('input[name=name]'), ' Warehouse ');
  await submit();
  expect(sent).toEqual([
    { name: 'Warehouse', scopes: ['SITES_READ', 'MEASUREMENTS_READ'], lifetimeDays: 365, installationIds: null },
  ]);
  expect(shown).toEqual([{ name: 'Warehouse', secret: 'atr_a_b', example: 'sites' }]);
});

test('a token that reads must expire, and one that only sends at chosen sites need not', async () => {
  await show(true);
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

test('who is no administrator gets a token of their own, within their rights and without a choice of sites', async () => {
  await show(false);
  const labels = [...place.querySelectorAll('label')].map(({ textContent }) => textContent);
  expect(labels).not.toContain('Arcades du Lac');
  expect(labels).toContain('send readings (you have no right)');
  const disabled = [...place.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].map((one) => one.disabled);
  expect(disabled).toEqual([false, true, true, true, true, true, true]);
  await type(field('input[name=name]'), 'Laptop');
  await submit();
  expect(sent).toEqual([{ name: 'Laptop', scopes: ['SITES_READ', 'MEASUREMENTS_READ'], lifetimeDays: 365 }]);
  expect(shown).toEqual([{ name: 'Laptop', secret: 'atr_a_b', example: 'sites' }]);
});
