import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { I18nProvider } from '@lingui/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { i18n, loadAuthenticatedMessages, loadMessages, setLanguage } from '../../i18n/index.ts';
import { CorrectForm } from './staff-page.tsx';

const floor = { id: 1, name: 'Floor', inside: 1107 };
const upstairs = { id: 2, name: 'Upstairs', inside: 300 };

test.each([
  ['of one zone', [floor], /The count says 1,099\./],
  ['of a zone among others', [floor, upstairs], /The count says 1,107\./],
])('%s the count is that of the card', async (_, zones, says) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await setLanguage('en');
  await Promise.all([loadAuthenticatedMessages(), loadMessages('stopAndGo')]);
  const place = document.createElement('div');
  const root = createRoot(place);
  const client = new ApolloClient({ link: ApolloLink.empty(), cache: new InMemoryCache() });
  const details = { zones, screen: { inside: 1099, limit: 2000 } } as unknown as Parameters<
    typeof CorrectForm
  >[0]['details'];
  await act(async () =>
    root.render(
      <I18nProvider i18n={i18n}>
        <ApolloProvider client={client}>
          <CorrectForm details={details} onDone={() => {}} />
        </ApolloProvider>
      </I18nProvider>,
    ),
  );
  expect(place.textContent).toMatch(says);
  await act(async () => root.unmount());
});
