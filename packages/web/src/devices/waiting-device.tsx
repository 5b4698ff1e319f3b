import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import styles from './devices.module.css';
import { FieldMapDialog } from './field-maps/field-map-dialog.tsx';
import { DeviceInboxDocument } from './operations.generated.ts';
import { SenderDetail } from './sender-detail.tsx';

/** How often what arrives is looked for, ms. */
const pollMs = 4000;

/** The device that waits and was heard last, with what it sent and where it may hang; nothing while none waits. */
export function WaitingDevice() {
  const { data } = useQuery(DeviceInboxDocument, { fetchPolicy: 'cache-and-network', pollInterval: pollMs });
  const [isHeld, setHeld] = useState(false);
  const [isMapping, setMapping] = useState(false);
  const sender = data?.deviceInbox.senders.find(({ place }) => place === null);
  if (sender === undefined) return null;
  return (
    <div className={styles.alone}>
      <SenderDetail
        key={sender.id}
        sender={sender}
        isHeld={isHeld}
        pollMs={pollMs}
        onHold={() => setHeld(!isHeld)}
        onMap={() => setMapping(true)}
        onBack={null}
      />
      {isMapping && (
        <FieldMapDialog sender={sender.dialect === null ? sender : null} onClose={() => setMapping(false)} />
      )}
    </div>
  );
}
