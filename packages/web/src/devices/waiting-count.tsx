import { useQuery } from '@apollo/client/react';
import { useText } from '../i18n/index.ts';
import { formatCount } from './device-text.ts';
import styles from './devices.module.css';
import { WaitingDevicesDocument } from './operations.generated.ts';

/** Polling interval, ms. The devices page polls more often. */
const pollMs = 60_000;

/** Number of waiting devices beside the link to their page; nothing if none. */
export function WaitingCount() {
  const text = useText();
  const { data } = useQuery(WaitingDevicesDocument, { fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  const waiting = data?.deviceInbox.waiting ?? 0;
  if (waiting === 0) return null;
  return <span className={styles.badge}>{formatCount(waiting, text)}</span>;
}
