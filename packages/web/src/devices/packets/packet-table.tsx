import { formatClock, formatNumber } from '@atrium/domain/core/format';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { countText, type Detail, offsetText, type Packet, sumOf, timeText } from '../device-words.ts';
import styles from './packets.module.css';
import { RawPacket } from './raw-packet.tsx';
import { useSteady } from './use-steady.ts';

interface TableProps {
  readonly detail: Detail;
  readonly timezone: string;
}

const counted = ['affluenceIn', 'affluenceOut', 'footfall'] as const;

/** The newest packets, each of which unfolds to what was sent. */
export function PacketTable({ detail, timezone }: TableProps) {
  const text = useText();
  const { t } = text;
  const [open, setOpen] = useState<number | null>(null);
  const isCounter = detail.use === 'counter';
  const hasPassers = detail.packets.some((packet) => sumOf(packet, 'footfall') !== null);
  const { shown, above, hold, letGo } = useSteady(detail.packets);
  const columns = isCounter ? counted.filter((metric) => metric !== 'footfall' || hasPassers) : [];
  return (
    <div className={styles.wide} onPointerEnter={hold} onPointerLeave={letGo}>
      {above > 0 && (
        <button type="button" className={styles.above} onClick={letGo}>
          {t('devices.newPackets', { count: above, packets: countText(above, text) })}
        </button>
      )}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('devices.head.received')}</th>
            <th scope="col">{t(isCounter ? 'devices.head.period' : 'devices.head.at')}</th>
            {columns.map((metric) => (
              <th key={metric} scope="col" data-number>
                {t(`devices.head.${metric}`)}
              </th>
            ))}
            {!isCounter && <th scope="col">{t('devices.head.values')}</th>}
            <th scope="col">
              <span className="visually-hidden">{t('devices.head.marks')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((packet) => (
            <PacketRow
              key={packet.id}
              packet={packet}
              columns={columns}
              isCounter={isCounter}
              serial={detail.sender.serial}
              timezone={timezone}
              isOpen={packet.id === open}
              onToggle={() => setOpen(packet.id === open ? null : packet.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly packet: Packet;
  readonly columns: readonly (typeof counted)[number][];
  readonly isCounter: boolean;
  readonly serial: string;
  readonly timezone: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function PacketRow({ packet, columns, isCounter, serial, timezone, isOpen, onToggle }: RowProps) {
  const text = useText();
  const { t, locale } = text;
  const { readings, marks, receivedAt, isUnderstood } = packet;
  const number = (value: number | null, decimals = 0) =>
    value === null ? '–' : formatNumber(value, { locale, decimals });
  const [first] = readings;
  const period =
    first === undefined
      ? '–'
      : first.interval === 0
        ? formatClock(first.at, timezone)
        : `${formatClock(first.at, timezone)}–${formatClock(first.at + first.interval * 1000, timezone)}`;
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <th scope="row">
          <button type="button" className={styles.received} aria-expanded={isOpen} onClick={onToggle}>
            {timeText(receivedAt, timezone, Date.now(), text)}
          </button>
        </th>
        <td>
          <bdi>{period}</bdi>
        </td>
        {columns.map((metric) => (
          <td key={metric} data-number>
            {number(sumOf(packet, metric))}
          </td>
        ))}
        {!isCounter && (
          <td>
            {readings.map(({ metric, value }) => (
              <span key={metric} className={styles.value}>
                {t(`metric.${metric}` as 'metric.co2')} {number(value, 1)}
              </span>
            ))}
            {!isUnderstood && t('devices.notUnderstood')}
          </td>
        )}
        <td className={styles.marks}>
          {marks.map(({ kind, costs }) => (
            <span
              key={kind}
              className={styles.mark}
              data-look={costs ? 'warning' : undefined}
              title={t(`devices.markText.${kind}` as 'devices.markText.gap')}
            >
              {t(`devices.mark.${kind}` as 'devices.mark.gap')}
            </span>
          ))}
        </td>
      </tr>
      {isOpen && (
        <tr data-open>
          <td colSpan={columns.length + (isCounter ? 3 : 4)}>
            {marks.map(({ kind }) => (
              <p key={kind} className={styles.explained}>
                {t(`devices.markText.${kind}` as 'devices.markText.gap')}
              </p>
            ))}
            <RawPacket
              raw={packet.raw}
              used={[serial]}
              doubtful={packet.offsetSaid === null ? [] : [offsetText(packet.offsetSaid)]}
            />
          </td>
        </tr>
      )}
    </>
  );
}
