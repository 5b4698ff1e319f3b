import { useQuery, useSubscription } from '@apollo/client/react';
import { useRef } from 'react';
import { DeviceInboxChangesDocument, DeviceInboxDocument } from './operations.generated.ts';

/** Polling interval of the list, ms, because no event is pushed when a device falls silent. */
const pollMs = 60_000;

/**
 * Loads the devices and their packets, live. `isHeld` freezes the list. The page reports which device's packets it
 * shows.
 */
export function useInbox(isHeld: boolean) {
  const shown = useRef<number | null>(null);
  const inbox = useQuery(DeviceInboxDocument, {
    fetchPolicy: 'cache-and-network',
    pollInterval: isHeld ? 0 : pollMs,
  });
  useSubscription(DeviceInboxChangesDocument, {
    skip: isHeld,
    onData: ({ client, data: { data } }) => {
      const ids = data?.deviceInboxChanges ?? [];
      // An empty list means that listening has just begun, so earlier changes may have been missed.
      const isAboutShown = ids.length === 0 || (shown.current !== null && ids.includes(shown.current));
      void client.refetchQueries({ include: isAboutShown ? ['DeviceInbox', 'DeviceSenderDetail'] : ['DeviceInbox'] });
    },
  });
  return {
    ...inbox,
    onShown: (senderId: number | null) => {
      shown.current = senderId;
    },
  };
}
