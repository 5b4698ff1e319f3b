import { useQuery } from '@apollo/client/react';
import { useText } from '../i18n/index.ts';
import { countText } from './device-words.ts';
import styles from './devices.module.css';
import { WaitingDevicesDocument } from './operations.generated.ts';

/** How often it is looked whether another device waits, ms: the page of devices itself looks more often. */
const pollMs = 60_000;

/** How many devices wait for a place, beside the link to their page; nothing while none does. */
export function WaitingCount() {
  const text = useText();
  const { data } = useQuery(WaitingDevicesDocument, { fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  const waiting = data?.deviceInbox.waiting ?? 0;
  if (waiting === 0) return null;
  return <span className={styles.badge}>{countText(waiting, text)}</span>;
}
