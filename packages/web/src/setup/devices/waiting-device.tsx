import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { formatCount } from './device-text.ts';
import styles from './devices.module.css';
import { FieldMapDialog } from './field-map-dialog.tsx';
import { WaitingDevicesDocument } from './operations.generated.ts';
import { SenderDetail } from './sender-detail.tsx';
import { useInbox } from './use-inbox.ts';

/** Polling interval, ms. The devices page polls more often. */
const pollMs = 60_000;

/** Number of waiting devices beside the link to their page; nothing if none. */
export function PendingDeviceCount() {
  const text = useText();
  const { data } = useQuery(WaitingDevicesDocument, { fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  const waiting = data?.deviceInbox.waiting ?? 0;
  if (waiting === 0) return null;
  return <span className={styles.badge}>{formatCount(waiting, text)}</span>;
}

/** The waiting device last seen, with its packets and suggested places; nothing if none. */
export function WaitingDevice() {
  const [isHeld, setHeld] = useState(false);
  const { data, onShown } = useInbox(isHeld);
  const [isMapping, setMapping] = useState(false);
  const sender = data?.deviceInbox.senders.find(({ place }) => place === null);
  onShown(sender?.id ?? null);
  if (sender === undefined) return null;
  return (
    <div className={styles.alone}>
      <SenderDetail
        key={sender.id}
        sender={sender}
        isHeld={isHeld}
        onHold={() => setHeld(!isHeld)}
        onMap={() => setMapping(true)}
        onBack={null}
      />
      {isMapping && <FieldMapDialog sender={sender} onClose={() => setMapping(false)} />}
    </div>
  );
}
