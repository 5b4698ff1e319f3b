import { countOf, type Fields, fieldsAt, instantOf, isFields, periodOf, textOf } from '../fields.ts';
import { type Packet, packetOf, type Told } from '../told.ts';
import type { Dialect } from './dialect.ts';

const counts = [
  ['enter', 'affluenceIn'],
  ['exit', 'affluenceOut'],
  ['pass', 'footfall'],
] as const;

/**
 * Hikvision's people counting alert. `timeRange` contains a period; `realTime` contains totals that grow until the
 * camera restarts. Both may arrive and must not be added up, which `followPackets` prevents.
 */
export const hikvision: Dialect = {
  id: 'hikvision',
  recognizes: ({ format, root }) => format === 'xml' && isFields(root) && Object.hasOwn(root, 'EventNotificationAlert'),
  read({ root }) {
    const alert = fieldsAt(root, 'EventNotificationAlert');
    // Cameras send other alerts to the same URL.
    if (!isFields(alert.peopleCounting)) return [];
    const mac = textOf(alert.macAddress);
    if (mac === null) return 'EventNotificationAlert names no macAddress.';
    const channel = textOf(alert.channelID);
    const device = channel === null || channel === '1' ? mac : textOf(`${mac}/${channel}`);
    if (device === null) return 'EventNotificationAlert names no usable channelID.';
    return [packet(alert, device)];
  },
};

function packet(alert: Fields, device: string): Packet {
  const counting = fieldsAt(alert, 'peopleCounting');
  const isTotal = textOf(counting.statisticalMethods) === 'realTime';
  const range = fieldsAt(counting, 'TimeRange');
  const said = isTotal ? fieldsAt(counting, 'RealTime').time : (range.endTime ?? counting.endTime);
  const isLate = textOf(counting.isDataRetransmission) === 'true';
  const period = periodOf(instantOf(range.startTime ?? counting.startTime), instantOf(said));
  const at = instantOf(said);
  const told = counts.flatMap(([field, metric]): readonly Told[] => {
    const value = countOf(counting[field]);
    if (value === null) return [];
    if (isTotal) return at === null ? [] : [{ kind: 'total', metric, at, total: value, since: null }];
    return period === null ? [] : [{ kind: 'period', metric, ...period, value }];
  });
  // A retransmission is marked as such, so its delay does not reveal a wrong clock.
  const doubtfulOffset = isLate ? null : offsetOf(said);
  return packetOf({ dialect: 'hikvision', device, name: textOf(alert.channelName), told, doubtfulOffset });
}

/** Returns the UTC offset of a time text, in minutes. */
function offsetOf(said: unknown): number | null {
  const parts = typeof said === 'string' ? /([+-])(\d\d):?(\d\d)$/.exec(said.trim()) : null;
  return parts === null ? null : (Number(parts[2]) * 60 + Number(parts[3])) * (parts[1] === '-' ? -1 : 1);
}
