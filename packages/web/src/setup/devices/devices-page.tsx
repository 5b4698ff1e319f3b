import { formatPercent } from '@atrium/domain/core/format';
import { useEffect, useMemo, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { useMedia } from '../../ui/page/use-media.ts';
import { AddressDialog } from './address-dialog.tsx';
import { formatCount, formatKind, formatTime, type Sender } from './device-text.ts';
import styles from './devices.module.css';
import { FieldMapDialog } from './field-map-dialog.tsx';
import type { DeviceInboxQuery } from './operations.generated.ts';
import { SenderDetail } from './sender-detail.tsx';
import { useInbox } from './use-inbox.ts';
import { useNextByKey } from './use-next-by-key.ts';

interface ListProps {
  readonly inbox: DeviceInboxQuery['deviceInbox'];
  readonly tab: 'waiting' | 'placed' | 'silent' | 'takenDown';
  readonly senders: readonly Sender[];
  readonly chosen: number | null;
  readonly onChoose: (id: number) => void;
}

/** Devices, newest first, and how much of the inbox is in use. */
function SenderList({ inbox, tab, senders, chosen, onChoose }: ListProps) {
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

/** Time without readings after which an assigned device counts as silent, ms. */
const silentAfter = 7_200_000;

const tabs = ['waiting', 'placed', 'silent', 'takenDown'] as const;
type Tab = (typeof tabs)[number];

const isIn = (tab: Tab, { place, isWaiting, takenDownAt, lastAt }: Sender): boolean => {
  if (tab === 'waiting') return isWaiting;
  if (tab === 'takenDown') return place === null && takenDownAt !== null;
  const isSilent = Date.now() - lastAt > silentAfter;
  return place !== null && (tab === 'placed' || isSilent);
};

/** Devices that send in their makers' formats: waiting, assigned, silent or removed. */
export function DevicesPage() {
  const text = useText();
  const { t } = text;
  const [isHeld, setHeld] = useState(false);
  const { data, error, onShown } = useInbox(isHeld);
  const [tab, setTab] = useState<Tab>('waiting');
  const [chosen, setChosen] = useState<number | null>(null);
  const [dialog, setDialog] = useState<'address' | 'maps' | null>(null);
  const isPhone = useMedia('(max-width: 900px)');
  const inbox = data?.deviceInbox;
  const shown = useMemo(() => (inbox?.senders ?? []).filter((sender) => isIn(tab, sender)), [inbox, tab]);
  const current = shown.find(({ id }) => id === chosen) ?? (isPhone ? undefined : shown[0]);
  useNextByKey(shown, current, setChosen);
  onShown(current?.id ?? null);
  useEffect(() => {
    if (!isPhone && current !== undefined && current.id !== chosen) setChosen(current.id);
  }, [current, chosen, isPhone]);
  const waiting = inbox?.senders.filter(({ isWaiting }) => isWaiting).length ?? 0;
  return (
    <div data-usage="devices">
      <PageHeader
        title={t('devices.title')}
        status={
          <span className={styles.listening} data-held={isHeld || undefined}>
            {t(isHeld ? 'devices.held' : 'devices.listening')}
          </span>
        }
        actions={
          <>
            <Button icon="table" onClick={() => setDialog('maps')}>
              {t('devices.maps')}
            </Button>
            <Button icon="link" onClick={() => setDialog('address')}>
              {t('devices.address')}
            </Button>
          </>
        }
      />
      <div className={styles.tabs} role="tablist" aria-label={t('devices.title')}>
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            aria-selected={tab === one}
            className={styles.tab}
            onClick={() => {
              setTab(one);
              setChosen(null);
            }}
          >
            {t(`devices.tab.${one}`)}
            {one === 'waiting' && waiting > 0 && <span className={styles.badge}>{formatCount(waiting, text)}</span>}
          </button>
        ))}
      </div>
      {inbox === undefined && error !== undefined && <p className={styles.note}>{t('devices.failed')}</p>}
      {inbox === undefined && error === undefined && <Loading className={styles.ghost} />}
      {inbox !== undefined && shown.length === 0 && (
        <div className={styles.empty}>
          <p className={styles.emptyTitle}>{t(`devices.empty.${tab}`)}</p>
          {tab === 'waiting' && <p>{t('devices.emptyText')}</p>}
        </div>
      )}
      {inbox !== undefined && shown.length > 0 && (
        <div className={styles.page}>
          {(!isPhone || current === undefined) && (
            <SenderList inbox={inbox} tab={tab} senders={shown} chosen={current?.id ?? null} onChoose={setChosen} />
          )}
          {current !== undefined && (
            <SenderDetail
              key={current.id}
              sender={current}
              isHeld={isHeld}
              onHold={() => setHeld(!isHeld)}
              onMap={() => setDialog('maps')}
              onBack={isPhone ? () => setChosen(null) : null}
            />
          )}
        </div>
      )}
      {dialog === 'address' && <AddressDialog onClose={() => setDialog(null)} />}
      {dialog === 'maps' && (
        <FieldMapDialog sender={current?.place === null ? current : null} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}
