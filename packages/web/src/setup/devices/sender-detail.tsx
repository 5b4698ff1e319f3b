import { useQuery } from '@apollo/client/react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { AssignPanel } from './assign-panel.tsx';
import { formatCount, formatKind, formatTime, type Sender } from './device-text.ts';
import styles from './devices.module.css';
import { EntriesChart } from './entries-chart.tsx';
import { DeviceSenderDetailDocument } from './operations.generated.ts';
import { PacketTable } from './packet-table.tsx';
import { useDeviceChanges } from './use-device-changes.ts';

interface DetailProps {
  readonly sender: Sender;
  readonly isHeld: boolean;
  readonly onHold: () => void;
  readonly onMap: () => void;
  readonly onBack: (() => void) | null;
}

/** One device: its packets, raw and as understood, and its place or suggested places. */
export function SenderDetail({ sender, isHeld, onHold, onMap, onBack }: DetailProps) {
  const text = useText();
  const { t } = text;
  const changes = useDeviceChanges();
  const { data, error } = useQuery(DeviceSenderDetailDocument, {
    variables: { senderId: sender.id },
    fetchPolicy: 'cache-and-network',
  });
  const detail = data?.deviceSender;
  const { timezone } = sender;
  return (
    <>
      <section className={styles.card} aria-label={t('devices.packetsOf', { device: sender.serial })}>
        {onBack !== null && (
          <Button look="quiet" icon="chevronStart" onClick={onBack}>
            {t('devices.back')}
          </Button>
        )}
        <header className={styles.cardHead}>
          <h2 className={styles.grow}>
            <bdi>{sender.serial}</bdi> <span className={styles.note}>{formatKind(sender, t)}</span>
          </h2>
          <Button aria-pressed={isHeld} onClick={onHold}>
            {t(isHeld ? 'devices.goOn' : 'devices.hold')}
          </Button>
          {sender.place === null && (
            <Button
              look="quiet"
              icon="trash"
              aria-label={t('devices.forget')}
              title={t('devices.forget')}
              onClick={() => void changes.forget(sender)}
            />
          )}
        </header>
        <p className={styles.facts}>
          {t('devices.firstSeen', {
            time: formatTime(sender.firstAt, timezone, Date.now(), text),
            count: sender.packets,
            packets: formatCount(sender.packets, text),
          })}
          {sender.repeats > 0 &&
            ` ${t('devices.repeats', { count: sender.repeats, repeats: formatCount(sender.repeats, text) })}`}
          {sender.signal !== null && ` ${t('devices.signal', { signal: sender.signal })}`}
          {sender.firmware !== null && ` ${t('devices.firmware', { firmware: sender.firmware })}`}
        </p>
        {detail === undefined && error !== undefined && <p className={styles.facts}>{t('devices.failed')}</p>}
        {detail === undefined && error === undefined && <Loading className={styles.ghost} />}
        {detail !== undefined && detail.use === 'counter' && <EntriesChart detail={detail} timezone={timezone} />}
        {detail !== undefined && <PacketTable detail={detail} timezone={timezone} />}
      </section>
      {detail !== undefined && <AssignPanel detail={detail} changes={changes} onMap={onMap} />}
    </>
  );
}
