import { useSubscription } from '@apollo/client/react';
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
