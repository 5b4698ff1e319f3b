import type { ApolloClient } from '@apollo/client';
import { useApolloClient, useSubscription } from '@apollo/client/react';
import { isConditionTypeName } from '@atrium/domain/actions/alerts';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useText } from '../../../i18n/index.ts';
import { retryQuery } from '../../../numbers/answers/index.ts';
import { formatType } from '../condition-text.ts';
import { LiveOpenAlertsDocument, type OpenAlertFragment, OpenAlertsDocument } from './operations.generated.ts';

const none: readonly OpenAlertFragment[] = [];

/** Subscribes to the open alerts, most severe first, then newest. Only the header subscribes; `useOpenAlerts` reads the same cache. */
export function useLiveOpenAlerts(): readonly OpenAlertFragment[] {
  const { data } = useSubscription(LiveOpenAlertsDocument, {
    onData: ({ client, data: { data: heard } }) => {
      if (heard) client.writeQuery({ query: OpenAlertsDocument, data: { openAlerts: heard.liveAlerts } });
    },
  });
  return data?.liveAlerts ?? none;
}

/**
 * Returns the open alerts, most severe first, then newest, for pages below the header, which subscribes to them. All marks of a page
 * share one query. Null if unknown, or not visible to the viewer.
 */
export function useOpenAlerts(maySee = true): readonly OpenAlertFragment[] | null {
  const client = useApolloClient();
  const { subscribe, read } = watcherOf(client);
  return useSyncExternalStore(maySee ? subscribe : never, maySee ? read : unknown);
}

/** Returns a function that loads the open alerts again if they could not be loaded; null otherwise. */
export function useOpenAlertsFailure(maySee = true): (() => void) | null {
  const client = useApolloClient();
  const { subscribe, readFailure } = watcherOf(client);
  return useSyncExternalStore(maySee ? subscribe : never, maySee ? readFailure : unknown);
}

/** Calls `onChange` when an alert opens or ends, so that polled data agrees with the bell at once. */
export function useOpenAlertsChange(onChange: () => void): void {
  const ids = useOpenAlerts()
    ?.map(({ id }) => id)
    .join();
  const before = useRef(ids);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per change, with the newest callback
  useEffect(() => {
    if (before.current !== undefined && before.current !== ids) onChange();
    before.current = ids;
  }, [ids]);
}

type OpenAlerts = readonly OpenAlertFragment[] | null;

interface Watcher {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => OpenAlerts;
  /** Null unless loading failed, and nothing is known from before. */
  readonly readFailure: () => (() => void) | null;
}

const watchers = new WeakMap<ApolloClient, Watcher>();

/** One watcher for all marks, because the client compares each response with every watcher. */
function watcherOf(client: ApolloClient): Watcher {
  const watcher = watchers.get(client) ?? createWatcher(client);
  watchers.set(client, watcher);
  return watcher;
}

function createWatcher(client: ApolloClient): Watcher {
  const listeners = new Set<() => void>();
  let open: OpenAlerts = null;
  let failure: (() => void) | null = null;
  let watching: { unsubscribe(): void } | null = null;
  const watch = () => {
    const query = client.watchQuery({ query: OpenAlertsDocument, fetchPolicy: 'cache-first' });
    const retry = () => void retryQuery(query.refetch.bind(query));
    return query.subscribe({
      next: ({ data, dataState, error }) => {
        if (dataState === 'complete') open = data.openAlerts;
        failure = error !== undefined && open === null ? retry : null;
        for (const listener of listeners) listener();
      },
    });
  };
  return {
    read: () => open,
    readFailure: () => failure,
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

/** Returns the name of an alert, or its condition's type if the alert was deleted. */
export function useAlertName(): (entry: Pick<OpenAlertFragment, 'alertName' | 'conditionType'>) => string {
  const text = useText();
  return ({ alertName, conditionType }) =>
    alertName ?? (isConditionTypeName(conditionType) ? formatType(conditionType, text) : text.t('alerts.panel'));
}
