import { useQuery, useSubscription } from '@apollo/client/react';
import { useRef } from 'react';
import { DeviceInboxChangesDocument, DeviceInboxDocument } from './operations.generated.ts';

/** How often the list is asked for besides, ms: nothing is sent about a device that falls silent. */
const pollMs = 60_000;

/** What sends, as it sends. `isHeld`: what is shown stays as it is. The page tells which device it shows the packets of. */
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
      // None: it listens from now on; what came before, or while the connection was away, nobody told.
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
