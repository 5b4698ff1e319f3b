import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage } from '../../../i18n/index.ts';
import type { ShownToken } from './new-token.tsx';
import { WebhookList } from './webhook-list.tsx';

let place: HTMLDivElement;
let root: Root;
let sent: { readonly operation: string; readonly variables: Record<string, unknown> }[];
let shown: ShownToken[];
let webhooks: object[];

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  await setLanguage('en');
  await Promise.all([loadAuthenticatedMessages(), loadMessages('setUp')]);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  sent = [];
  shown = [];
  webhooks = [];
});

afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

async function render() {
  const link = new ApolloLink(
    ({ operationName = '', variables }) =>
      new Observable((observer) => {
        sent.push({ operation: operationName, variables });
        observer.next({
          data: {
            allWebhooks: webhooks,
            createWebhook: { webhook: { id: 1 }, secret: 'whsec_a' },
            updateWebhook: { id: 7 },
          },
        });
        observer.complete();
      }),
  );
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ApolloProvider client={client}>
          <WebhookList onSecret={(token) => shown.push(token)} />
        </ApolloProvider>
      </I18nProvider>,
    ),
  );
}

const press = (text: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.click());

test('a webhook is added with an https address and events, and its secret is shown', async () => {
  await render();
  expect(place.textContent).toContain('No webhooks yet');
  await press('Add webhook');
  await press('Save');
  expect([document.body.textContent?.includes('An https address'), sent.length]).toEqual([true, 1]);
  const input = document.querySelector<HTMLInputElement>('input[name=url]') as HTMLInputElement;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'https://ops.example/atrium');
  await act(async () => input.dispatchEvent(new Event('input', { bubbles: true })));
  await press('Save');
  expect(sent[1]).toEqual({
    operation: 'CreateWebhook',
    variables: { endpoint: 'https://ops.example/atrium', events: ['ALERT_OPENED', 'ALERT_CLOSED'] },
  });
  expect(shown).toEqual([{ name: 'https://ops.example/atrium', secret: 'whsec_a', example: null }]);
});

test('a paused webhook is named as such, and resumes with its address and events', async () => {
  const events = ['EXPORT_READY'];
  webhooks = [{ __typename: 'Webhook', id: 7, url: 'https://ops.example/', events, pausedAt: 5, failures: 50 }];
  await render();
  expect(place.textContent).toContain('Export ready');
  expect(place.textContent).toContain('paused');
  await act(async () => place.querySelector<HTMLButtonElement>('table button')?.click());
  await press('Resume');
  expect(sent.find(({ operation }) => operation === 'UpdateWebhook')?.variables).toEqual({
    webhookId: 7,
    endpoint: 'https://ops.example/',
    events,
    isPaused: false,
  });
});
