import { useQuery } from '@apollo/client/react';
import { formatClock, formatNumber } from '@atrium/domain/core/format';
import { useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { Loading } from '../../ui/page/loading.tsx';
import { AssignPanel } from './assign-panel.tsx';
import { type Detail, formatCount, formatKind, formatTime, type Sender } from './device-text.ts';
import styles from './devices.module.css';
import { DeviceSenderDetailDocument } from './operations.generated.ts';
import { PacketTable } from './packet-table.tsx';
import packetsStyles from './packets.module.css';
import { useDeviceChanges } from './use-device-changes.ts';

const width = 480;
const height = 84;
const quarter = 900_000;
/** Number of bars, 15 minutes each. */
const shown = 24;

/** Entries per quarter hour up to the newest packet: a bar where reported, dashes where not. */
function EntriesChart({ detail, timezone }: { readonly detail: Detail; readonly timezone: string }) {
  const { t, locale } = useText();
  const entries = detail.packets.flatMap(({ readings }) => readings).filter(({ metric }) => metric === 'affluenceIn');
  const latest = Math.max(...entries.map(({ at }) => at));
  if (!Number.isFinite(latest)) return null;
  const begin = Math.floor(latest / quarter) * quarter - (shown - 1) * quarter;
  const oldest = Math.min(...entries.map(({ at }) => at));
  const sums = Array.from({ length: shown }, (_, place) => {
    const from = begin + place * quarter;
    const inside = new Map(
      entries.filter(({ at }) => at >= from && at < from + quarter).map((one) => [one.at, one.value]),
    );
    const isCovered = inside.size > 0 || entries.some((one) => one.at < from && one.at + one.interval * 1000 > from);
    return {
      from,
      isCovered: isCovered || from < oldest,
      isTold: inside.size > 0,
      value: [...inside.values()].reduce((a, b) => a + b, 0),
    };
  });
  const most = Math.max(1, ...sums.map(({ value }) => value));
  const step = width / shown;
  return (
    <figure className={packetsStyles.chart} dir="ltr">
      <figcaption className="visually-hidden">{t('devices.chart')}</figcaption>
      <svg viewBox={`0 0 ${width} ${height + 18}`} role="img" aria-label={t('devices.chart')}>
        <line x1={0} x2={width} y1={height} y2={height} className={packetsStyles.axis} />
        {sums.map(({ from, isCovered, isTold, value }, place) => (
          <g key={from}>
            {isTold && (
              <rect
                className={packetsStyles.bar}
                x={place * step + 2}
                width={step - 4}
                y={height - (value / most) * (height - 14)}
                height={(value / most) * (height - 14)}
                rx={2}
              >
                <title>{`${formatClock(from, timezone)} · ${formatNumber(value, { locale, decimals: 0 })}`}</title>
              </rect>
            )}
            {!isCovered && (
              <rect
                className={packetsStyles.missing}
                x={place * step + 2}
                width={step - 4}
                y={height / 2}
                height={height / 2}
                rx={2}
              />
            )}
            {place % 4 === 0 && (
              <text
                x={place === 0 ? 0 : place * step + step / 2}
                y={height + 14}
                className={packetsStyles.tick}
                data-first={place === 0 || undefined}
              >
                {formatClock(from, timezone)}
              </text>
            )}
          </g>
        ))}
        <text x={0} y={10} className={packetsStyles.most}>
          {formatNumber(most, { locale, decimals: 0 })}
        </text>
      </svg>
    </figure>
  );
}

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
