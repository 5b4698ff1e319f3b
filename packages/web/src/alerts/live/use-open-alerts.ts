import { useQuery, useSubscription } from '@apollo/client/react';
import { LiveOpenAlertsDocument, type OpenAlertFragment, OpenAlertsDocument } from './operations.generated.ts';

const none: readonly OpenAlertFragment[] = [];

/** A page without a header hears of changes no other way. */
const askAgain = 60_000;

/** What is open now, newest first, as it changes. The header listens, and whoever uses `useOpenAlerts` hears it too. */
export function useLiveOpenAlerts(): readonly OpenAlertFragment[] {
  const { data } = useSubscription(LiveOpenAlertsDocument, {
    onData: ({ client, data: { data: heard } }) => {
      if (heard) client.writeQuery({ query: OpenAlertsDocument, data: { openAlerts: heard.liveAlerts } });
    },
  });
  return data?.liveAlerts ?? none;
}

/** What is open now, newest first, for a page below the header; of those who may not know, nothing is asked. */
export function useOpenAlerts(maySee = true): readonly OpenAlertFragment[] {
  const { data } = useQuery(OpenAlertsDocument, { pollInterval: askAgain, skip: !maySee });
  return data?.openAlerts ?? none;
}
