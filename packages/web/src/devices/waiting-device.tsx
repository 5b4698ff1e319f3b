import { useState } from 'react';
import styles from './devices.module.css';
import { FieldMapDialog } from './field-map-dialog.tsx';
import { SenderDetail } from './sender-detail.tsx';
import { useInbox } from './use-inbox.ts';

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
      {isMapping && (
        <FieldMapDialog sender={sender.dialect === null ? sender : null} onClose={() => setMapping(false)} />
      )}
    </div>
  );
}
