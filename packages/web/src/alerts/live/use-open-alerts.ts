import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useSyncExternalStore } from 'react';
import { type OpenAlertFragment, OpenAlertsDocument } from './operations.generated.ts';

/**
 * What is open now, newest first, for a page below the header, which hears of it: however many marks a page has, it is
 * asked once. null: not known, or not for the viewer to know.
 */
export function useOpenAlerts(maySee = true): readonly OpenAlertFragment[] | null {
  const client = useApolloClient();
  const { subscribe, read } = watcherOf(client);
  return useSyncExternalStore(maySee ? subscribe : never, maySee ? read : unknown);
}

type OpenAlerts = readonly OpenAlertFragment[] | null;

interface Watcher {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => OpenAlerts;
}

const watchers = new WeakMap<ApolloClient, Watcher>();

/** One watcher of the question for all marks: the client compares each answer it gets with every watcher. */
function watcherOf(client: ApolloClient): Watcher {
  const watcher = watchers.get(client) ?? createWatcher(client);
  watchers.set(client, watcher);
  return watcher;
}

function createWatcher(client: ApolloClient): Watcher {
  const listeners = new Set<() => void>();
  let open: OpenAlerts = null;
  let watching: { unsubscribe(): void } | null = null;
  const watch = () =>
    client.watchQuery({ query: OpenAlertsDocument, fetchPolicy: 'cache-first' }).subscribe({
      next: ({ data, dataState }) => {
        if (dataState === 'complete') open = data.openAlerts;
        for (const listener of listeners) listener();
      },
    });
  return {
    read: () => open,
    subscribe(listener) {
      listeners.add(listener);
      watching ??= watch();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        watching?.unsubscribe();
        watching = null;
      };
    },
  };
}

const never = () => () => undefined;
const unknown = () => null;
