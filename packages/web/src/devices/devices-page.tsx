import { useEffect, useMemo, useState } from 'react';
import { useText } from '../i18n/index.ts';
import { Button } from '../ui/form/index.ts';
import { Loading } from '../ui/loading/index.ts';
import { PageHeader, useMedia } from '../ui/page/index.ts';
import { AddressDialog } from './address-dialog.tsx';
import { formatCount, type Sender } from './device-text.ts';
import styles from './devices.module.css';
import { FieldMapDialog } from './field-maps/field-map-dialog.tsx';
import { SenderDetail } from './sender-detail.tsx';
import { SenderList } from './sender-list.tsx';
import { useInbox } from './use-inbox.ts';
import { useNextByKey } from './use-next-by-key.ts';

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
        <FieldMapDialog sender={current?.dialect === null ? current : null} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}
