import { formatPercent } from '@atrium/domain/core/format';
import { useText } from '../i18n/index.ts';
import { formatCount, formatKind, formatTime, type Sender } from './device-text.ts';
import styles from './devices.module.css';
import type { DeviceInboxQuery } from './operations.generated.ts';

interface ListProps {
  readonly inbox: DeviceInboxQuery['deviceInbox'];
  readonly tab: 'waiting' | 'placed' | 'silent' | 'takenDown';
  readonly senders: readonly Sender[];
  readonly chosen: number | null;
  readonly onChoose: (id: number) => void;
}

/** Devices, newest first, and how much of the inbox is in use. */
export function SenderList({ inbox, tab, senders, chosen, onChoose }: ListProps) {
  const { t, locale } = useText();
  const megabytes = (bytes: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(bytes / 1_000_000);
  return (
    <section className={styles.card} aria-label={t(`devices.list.${tab}`)}>
      <header className={styles.cardHead}>
        <h2>{t(`devices.list.${tab}`)}</h2>
        <span className={styles.note}>{t('devices.newestFirst')}</span>
      </header>
      <ul className={styles.senders}>
        {senders.map((sender) => (
          <li key={sender.id}>
            <SenderRow sender={sender} isChosen={sender.id === chosen} onChoose={() => onChoose(sender.id)} />
          </li>
        ))}
      </ul>
      <footer className={styles.kept}>
        <p>
          <span>{t('devices.keptRaw')}</span>
          <span>{t('devices.days', { days: inbox.days })}</span>
        </p>
        <meter min={0} max={inbox.bytesLimit} value={inbox.bytesWaiting} aria-label={t('devices.keptRaw')} />
        <p className={styles.note}>
          {t('devices.keptOf', { kept: megabytes(inbox.bytesWaiting), limit: megabytes(inbox.bytesLimit) })}
        </p>
      </footer>
    </section>
  );
}

/** Marks that mean missing numbers or need attention. */
const warns = new Set(['gap', 'clock', 'reset']);

function SenderRow({ sender, isChosen, onChoose }: { sender: Sender; isChosen: boolean; onChoose: () => void }) {
  const text = useText();
  const { t, locale } = text;
  const { serial, timezone, lastAt, packets, marks, battery, dialect, place, takenDownAt } = sender;
  return (
    <button type="button" className={styles.sender} aria-current={isChosen || undefined} onClick={onChoose}>
      <span className={styles.senderHead}>
        <span className={styles.serial} data-strange={dialect === null || undefined}>
          <bdi>{serial}</bdi>
        </span>
        <time dateTime={new Date(lastAt).toISOString()}>{formatTime(lastAt, timezone, Date.now(), text)}</time>
      </span>
      <span className={styles.note}>
        {formatKind(sender, t)} · {t('devices.packets', { count: packets, packets: formatCount(packets, text) })}
      </span>
      {place === null && takenDownAt !== null && (
        <span className={styles.note}>
          {t('devices.takenDownAt', { time: formatTime(takenDownAt, timezone, Date.now(), text) })}
        </span>
      )}
      {place !== null && <span className={styles.note}>{place}</span>}
      <span className={styles.chips}>
        {dialect === null && (
          <span className={styles.chip} data-look="accent">
            {t('devices.mapFields')}
          </span>
        )}
        {marks
          .filter((mark) => mark !== 'repeat' && mark !== 'late')
          .map((mark) => (
            <span key={mark} className={styles.chip} data-look={warns.has(mark) ? 'warning' : undefined}>
              {t(`devices.mark.${mark}`)}
            </span>
          ))}
        {battery !== null && (
          <span className={styles.chip} data-look={battery < 20 ? 'warning' : undefined}>
            {t('devices.battery', { level: formatPercent(battery, { locale, decimals: 0 }) })}
          </span>
        )}
      </span>
    </button>
  );
}
