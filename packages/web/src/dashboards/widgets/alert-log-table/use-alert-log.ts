import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { findErrorCode } from '../../../answers/index.ts';
import { loadPages, type ReadLog } from './load-pages.ts';
import {
  WidgetAlertLogDocument,
  type WidgetAlertLogQuery,
  type WidgetAlertLogQueryVariables,
} from './operations.generated.ts';

type Entry = WidgetAlertLogQuery['alertLogConnection']['nodes'][number];
export type AlertLogFilter = Omit<WidgetAlertLogQueryVariables, 'after'>;

interface Answered {
  readonly key: string;
  readonly log: ReadLog<Entry> | null;
  readonly failure: { readonly code: string | null } | null;
}

/** Polling interval in ms. */
const pollInterval = 30_000;

/** Loads the alert log of these zones and days, and polls every 30 s. A null filter loads nothing. */
export function useAlertLog(filter: AlertLogFilter | null) {
  const client = useApolloClient();
  const key = JSON.stringify(filter);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const read = useCallback(
    async (isWanted: () => boolean) => {
      const asked = JSON.parse(key) as AlertLogFilter;
      const pageAfter = async (after: string | null) => {
        const { data, error } = await client.query({
          query: WidgetAlertLogDocument,
          variables: { ...asked, after },
          fetchPolicy: 'no-cache',
        });
        if (!data) throw error ?? new Error('no answer');
        return data.alertLogConnection;
      };
      try {
        const log = await loadPages(pageAfter);
        if (isWanted()) setAnswered({ key, log, failure: null });
      } catch (error) {
        // A failed poll keeps the previous entries.
        const failed = { key, log: null, failure: { code: findErrorCode(error as Error) } };
        if (isWanted()) setAnswered((before) => (before?.key === key && before.log ? before : failed));
      }
    },
    [client, key],
  );
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads anew
  useEffect(() => {
    if (key === 'null') return;
    let isWanted = true;
    const look = () => void read(() => isWanted);
    look();
    const timer = setInterval(() => document.visibilityState === 'visible' && look(), pollInterval);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [read, key, attempt]);
  // While other days load, the previous ones stay visible, unless loading failed.
  const shown = answered?.key === key ? answered : answered?.log ? { ...answered, failure: null } : null;
  return {
    log: shown?.log ?? null,
    failure: shown?.failure ?? null,
    isStale: answered !== null && answered.key !== key,
    retry: () => {
      setAnswered(null);
      setAttempt((before) => before + 1);
    },
  };
}
