import { useQuery, useSubscription } from '@apollo/client/react';
import { LiveOpenAlertsDocument, type OpenAlertFragment, OpenAlertsDocument } from './operations.generated.ts';

const none: readonly OpenAlertFragment[] = [];

/** What is open now, newest first, as it changes. The header listens, and whoever uses `useOpenAlerts` hears it too. */
export function useLiveOpenAlerts(): readonly OpenAlertFragment[] {
  const { data } = useSubscription(LiveOpenAlertsDocument, {
    onData: ({ client, data: { data: heard } }) => {
      if (heard) client.writeQuery({ query: OpenAlertsDocument, data: { openAlerts: heard.liveAlerts } });
    },
  });
  return data?.liveAlerts ?? none;
}

/**
 * What is open now, newest first, for a page below the header, which hears of it: however many marks a page has, it is
 * asked once. null: not known, or not for the viewer to know.
 */
export function useOpenAlerts(maySee = true): readonly OpenAlertFragment[] | null {
  const { data } = useQuery(OpenAlertsDocument, { fetchPolicy: 'cache-first', skip: !maySee });
  return data?.openAlerts ?? null;
}
