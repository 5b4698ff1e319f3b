import { useSubscription } from '@apollo/client/react';
import { LiveOpenAlertsDocument, type OpenAlertFragment, OpenAlertsDocument } from './operations.generated.ts';

const none: readonly OpenAlertFragment[] = [];

/** Subscribes to the open alerts, newest first. Only the header subscribes; `useOpenAlerts` reads the same cache. */
export function useLiveOpenAlerts(): readonly OpenAlertFragment[] {
  const { data } = useSubscription(LiveOpenAlertsDocument, {
    onData: ({ client, data: { data: heard } }) => {
      if (heard) client.writeQuery({ query: OpenAlertsDocument, data: { openAlerts: heard.liveAlerts } });
    },
  });
  return data?.liveAlerts ?? none;
}
