import { type Fields, getFields, isFields, parseCount, parseText, parseTime, toPeriod } from '../fields.ts';
import { buildPacket, type Packet, type PacketNumber } from '../packet.ts';
import type { Dialect } from './dialect.ts';

const counts = [
  ['enter', 'affluenceIn'],
  ['exit', 'affluenceOut'],
  ['pass', 'footfall'],
] as const;

/**
 * Hikvision's people counting alert. `timeRange` contains a period; `realTime` contains totals that grow until the
 * camera restarts. Both may arrive and must not be added up, which `interpretPackets` prevents.
 */
export const hikvision: Dialect = {
  id: 'hikvision',
  recognizes: ({ format, root }) => format === 'xml' && isFields(root) && Object.hasOwn(root, 'EventNotificationAlert'),
  read({ root }) {
    const alert = getFields(root, 'EventNotificationAlert');
    // Cameras send other alerts to the same URL.
    if (!isFields(alert.peopleCounting)) return [];
    const mac = parseText(alert.macAddress);
    if (mac === null) return 'EventNotificationAlert names no macAddress.';
    const channel = parseText(alert.channelID);
    const device = channel === null || channel === '1' ? mac : parseText(`${mac}/${channel}`);
    if (device === null) return 'EventNotificationAlert names no usable channelID.';
    return [packet(alert, device)];
  },
};

function packet(alert: Fields, device: string): Packet {
  const counting = getFields(alert, 'peopleCounting');
  const isTotal = parseText(counting.statisticalMethods) === 'realTime';
  const range = getFields(counting, 'TimeRange');
  const said = isTotal ? getFields(counting, 'RealTime').time : (range.endTime ?? counting.endTime);
  // Some firmware states it beside peopleCounting.
  const isLate = [counting, alert].some(({ isDataRetransmission }) => parseText(isDataRetransmission) === 'true');
  const period = toPeriod(parseTime(range.startTime ?? counting.startTime), parseTime(said));
  const at = parseTime(said);
  const told = counts.flatMap(([field, metric]): readonly PacketNumber[] => {
    const value = parseCount(counting[field]);
    if (value === null) return [];
    if (isTotal) return at === null ? [] : [{ kind: 'total', metric, at, total: value, since: null }];
    return period === null ? [] : [{ kind: 'period', metric, ...period, value }];
  });
  // A retransmission is marked as such, so its delay does not reveal a wrong clock.
  const doubtfulOffset = isLate ? null : offsetOf(said);
  return buildPacket({ dialect: 'hikvision', device, name: parseText(alert.channelName), told, doubtfulOffset });
}

/** Returns the UTC offset of a time text, in minutes. */
function offsetOf(said: unknown): number | null {
  const parts = typeof said === 'string' ? /([+-])(\d\d):?(\d\d)$/.exec(said.trim()) : null;
  return parts === null ? null : (Number(parts[2]) * 60 + Number(parts[3])) * (parts[1] === '-' ? -1 : 1);
}
