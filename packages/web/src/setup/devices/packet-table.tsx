import { formatClock, formatNumber } from '@atrium/domain/core/format';
import { useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { type Column, Table } from '../../ui/table/table.tsx';
import { type Detail, formatCount, formatOffset, formatTime, type Packet, sumReadings } from './device-text.ts';
import styles from './packets.module.css';
import { RawPacket } from './raw-packet.tsx';

interface TableProps {
  readonly detail: Detail;
  readonly timezone: string;
}

const counted = ['affluenceIn', 'affluenceOut', 'footfall'] as const;

/** Newest packets. Each row unfolds to the raw packet. */
export function PacketTable({ detail, timezone }: TableProps) {
  const text = useText();
  const { t, locale } = text;
  const [open, setOpen] = useState<number | null>(null);
  const isCounter = detail.use === 'counter';
  const hasPassers = detail.packets.some((packet) => sumReadings(packet, 'footfall') !== null);
  const { shown, above, hold, resume } = usePausedList(detail.packets);
  const told = counted.filter((metric) => metric !== 'footfall' || hasPassers);
  const number = (value: number | null, decimals = 0) =>
    value === null ? '–' : formatNumber(value, { locale, decimals });
  const columns: Column<Packet>[] = [
    {
      key: 'received',
      head: t('devices.head.received'),
      isName: true,
      cell: ({ id, receivedAt }) => (
        <button
          type="button"
          className={styles.received}
          aria-expanded={id === open}
          onClick={() => setOpen(id === open ? null : id)}
        >
          {formatTime(receivedAt, timezone, Date.now(), text)}
        </button>
      ),
    },
    {
      key: 'period',
      head: t(isCounter ? 'devices.head.period' : 'devices.head.at'),
      cell: (packet) => <bdi>{periodText(packet, timezone)}</bdi>,
    },
    ...(isCounter
      ? told.map((metric) => ({
          key: metric,
          head: t(`devices.head.${metric}`),
          isNumber: true,
          cell: (packet: Packet) => number(sumReadings(packet, metric)),
        }))
      : [
          {
            key: 'values',
            head: t('devices.head.values'),
            cell: ({ readings, isUnderstood }: Packet) => (
              <>
                {readings.map(({ metric, value }) => (
                  <span key={metric} className={styles.value}>
                    {t(`metric.${metric}` as 'metric.co2')} {number(value, 1)}
                  </span>
                ))}
                {!isUnderstood && t('devices.notUnderstood')}
              </>
            ),
          },
        ]),
    {
      key: 'marks',
      head: t('devices.head.marks'),
      isHeadHidden: true,
      cellClass: styles.marks,
      cell: (packet) => <Marks packet={packet} />,
    },
  ];
  return (
    <div className={styles.wide} onPointerEnter={hold} onPointerLeave={resume}>
      {above > 0 && (
        <button type="button" className={styles.above} onClick={resume}>
          {t('devices.newPackets', { count: above, packets: formatCount(above, text) })}
        </button>
      )}
      <Table
        className={styles.table}
        columns={columns}
        rows={shown}
        keyOf={({ id }) => id}
        rowProps={({ id }) => ({ 'data-open': id === open || undefined })}
        below={(packet) => (packet.id === open ? <Unfolded packet={packet} serial={detail.sender.serial} /> : null)}
      />
    </div>
  );
}

function Marks({ packet: { marks } }: { readonly packet: Packet }) {
  const { t } = useText();
  return marks.map(({ kind, costs }) => (
    <span
      key={kind}
      className={styles.mark}
      data-look={costs ? 'warning' : undefined}
      title={t(`devices.markText.${kind}` as 'devices.markText.gap')}
    >
      {t(`devices.mark.${kind}` as 'devices.mark.gap')}
    </span>
  ));
}

function Unfolded({ packet, serial }: { readonly packet: Packet; readonly serial: string }) {
  const { t } = useText();
  return (
    <>
      {packet.marks.map(({ kind }) => (
        <p key={kind} className={styles.explained}>
          {t(`devices.markText.${kind}` as 'devices.markText.gap')}
        </p>
      ))}
      <RawPacket
        raw={packet.raw}
        used={[serial]}
        doubtful={packet.offsetSaid === null ? [] : [formatOffset(packet.offsetSaid)]}
      />
    </>
  );
}

function periodText({ readings: [first] }: Packet, timezone: string): string {
  if (first === undefined) return '–';
  const from = formatClock(first.at, timezone);
  return first.interval === 0 ? from : `${from}–${formatClock(first.at + first.interval * 1000, timezone)}`;
}

/** The shown part of a list that grows at its top. */
interface PausedList<One> {
  readonly shown: readonly One[];
  /** Number of newer items above it, not shown yet. */
  readonly above: number;
}

interface Known {
  readonly id: number;
}

/** Returns the list from the item `topId` downwards, or all of it if `topId` is null or not in the list. */
export function pauseList<One extends Known>(newestFirst: readonly One[], topId: number | null): PausedList<One> {
  const above = Math.max(
    0,
    newestFirst.findIndex(({ id }) => id === topId),
  );
  return { shown: newestFirst.slice(above), above };
}

/** Newest first, but nothing moves while the pointer is over the list: newer items are only counted. */
function usePausedList<One extends Known>(
  newestFirst: readonly One[],
): PausedList<One> & { readonly hold: () => void; readonly resume: () => void } {
  const [topId, setTop] = useState<number | null>(null);
  return {
    ...pauseList(newestFirst, topId),
    hold: () => setTop((held) => held ?? newestFirst[0]?.id ?? null),
    resume: () => setTop(null),
  };
}
