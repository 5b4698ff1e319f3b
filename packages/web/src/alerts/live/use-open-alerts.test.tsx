import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { of } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { useOpenAlerts } from './index.ts';
import { OpenAlertsDocument } from './operations.generated.ts';

const alert = {
  __typename: 'AlertLogEntry',
  ...{ id: 1, alertId: 1, alertName: 'Full', installationId: 1, conditionType: 'limit', dateBegin: 0, place: null },
  ...{ zoneId: null, zoneName: null, acknowledgedAt: null, metrics: [] },
};

function Mark() {
  return <i>{useOpenAlerts()?.length ?? 'unknown'}</i>;
}

it('hundreds of marks share one watcher, and all receive changes', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const asked = vi.fn();
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new ApolloLink(() => {
      asked();
      return of({ data: { openAlerts: [alert] } });
    }),
  });
  const place = document.createElement('div');
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <ApolloProvider client={client}>
        {Array.from({ length: 400 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all alike
          <Mark key={row} />
        ))}
      </ApolloProvider>,
    ),
  );
  expect([asked.mock.calls.length, client.getObservableQueries().size]).toEqual([1, 1]);
  expect(new Set([...place.children].map(({ textContent }) => textContent))).toEqual(new Set(['1']));
  await act(async () => void client.writeQuery({ query: OpenAlertsDocument, data: { openAlerts: [] } }));
  expect(new Set([...place.children].map(({ textContent }) => textContent))).toEqual(new Set(['0']));
  await act(async () => root.unmount());
  expect(client.getObservableQueries().size).toBe(0);
});
