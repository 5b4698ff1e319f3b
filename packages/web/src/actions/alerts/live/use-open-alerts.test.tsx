import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { of, throwError } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { OpenAlertsDocument } from './operations.generated.ts';
import { useOpenAlerts, useOpenAlertsChange, useOpenAlertsFailure } from './use-open-alerts.ts';

const alert = {
  __typename: 'AlertLogEntry',
  ...{ id: 1, alertId: 1, alertName: 'Full', installationId: 1, conditionType: 'limit', dateBegin: 0, place: null },
  ...{ zoneId: null, zoneName: null, acknowledgedAt: null as number | null, metrics: [], severity: 'warning' as const },
};

function Mark() {
  return <i>{useOpenAlerts()?.length ?? 'unknown'}</i>;
}

function mount(content: ReactNode) {
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
  const hear = (openAlerts: readonly (typeof alert)[]) =>
    act(async () => void client.writeQuery({ query: OpenAlertsDocument, data: { openAlerts: [...openAlerts] } }));
  const mounted = act(async () => root.render(<ApolloProvider client={client}>{content}</ApolloProvider>));
  return { asked, client, place, root, hear, mounted };
}

it('hundreds of marks share one watcher, and all receive changes', async () => {
  const { asked, client, place, root, hear, mounted } = mount(
    Array.from({ length: 400 }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all alike
      <Mark key={row} />
    )),
  );
  await mounted;
  expect([asked.mock.calls.length, client.getObservableQueries().size]).toEqual([1, 1]);
  expect(new Set([...place.children].map(({ textContent }) => textContent))).toEqual(new Set(['1']));
  await hear([]);
  expect(new Set([...place.children].map(({ textContent }) => textContent))).toEqual(new Set(['0']));
  await act(async () => root.unmount());
  expect(client.getObservableQueries().size).toBe(0);
});

it('a page hears when an alert opens or ends, and of nothing else', async () => {
  const changed = vi.fn();
  function Listed() {
    useOpenAlertsChange(changed);
    return null;
  }
  const { root, hear, mounted } = mount(<Listed />);
  await mounted;
  expect(changed).not.toHaveBeenCalled();
  await hear([{ ...alert, acknowledgedAt: 1 }]);
  expect(changed).not.toHaveBeenCalled();
  await hear([{ ...alert, id: 2 }, alert]);
  expect(changed).toHaveBeenCalledTimes(1);
  await hear([]);
  expect(changed).toHaveBeenCalledTimes(2);
  await act(async () => root.unmount());
});

it('says that the open alerts could not be loaded, until they are', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  let isDown = true;
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: new ApolloLink(() => (isDown ? throwError(() => new Error('down')) : of({ data: { openAlerts: [alert] } }))),
  });
  const place = document.createElement('div');
  const root = createRoot(place);
  function Failure() {
    const retry = useOpenAlertsFailure();
    return retry === null ? (
      <Mark />
    ) : (
      <button type="button" onClick={retry}>
        again
      </button>
    );
  }
  await act(async () =>
    root.render(
      <ApolloProvider client={client}>
        <Failure />
      </ApolloProvider>,
    ),
  );
  expect(place.textContent).toBe('again');
  isDown = false;
  await act(async () => place.querySelector('button')?.click());
  expect(place.textContent).toBe('1');
  await act(async () => root.unmount());
});
