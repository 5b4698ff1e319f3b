import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { findErrorCode } from '../../../numbers/answers/index.ts';
import {
  WidgetAlertLogDocument,
  type WidgetAlertLogQuery,
  type WidgetAlertLogQueryVariables,
} from './operations.generated.ts';

/** One page of a cursor-paginated list. */
interface LogPage<Entry> {
  readonly count: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly Entry[];
}

/** The entries loaded, newest first, and the total count. */
interface ReadLog<Entry> {
  readonly count: number;
  readonly nodes: readonly Entry[];
}

/** The highest value may be on any page, so all are loaded, up to this many pages of 100. */
export const maxPages = 5;

/**
 * Loads a list page by page. Deduplicates entries that move to the next page because newer ones arrive meanwhile.
 * Rejects with the first page that fails.
 */
export async function loadPages<Entry extends { readonly id: number }>(
  pageAfter: (cursor: string | null) => Promise<LogPage<Entry>>,
): Promise<ReadLog<Entry>> {
  const found = new Map<number, Entry>();
  let cursor: string | null = null;
  let count = 0;
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await pageAfter(cursor);
    count = page.count;
    for (const node of page.nodes) found.set(node.id, node);
    cursor = page.pageInfo.endCursor;
    if (!page.pageInfo.hasNextPage || cursor === null) break;
  }
  return { count, nodes: [...found.values()] };
}

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
