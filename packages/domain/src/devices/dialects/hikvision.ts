import type { Instant } from '../../core/index.ts';
import { countOf, fieldsAt, instantOf, isFields, periodOf, textOf } from '../fields.ts';
import { type Packet, packetOf, type Told, type WrongOffset } from '../told.ts';
import type { Dialect } from './dialect.ts';

const counts = [
  ['enter', 'affluenceIn'],
  ['exit', 'affluenceOut'],
  ['pass', 'footfall'],
] as const;

/**
 * Hikvision's alert of people counting. `timeRange` tells a period; `realTime` tells totals that rise until the camera
 * begins anew. Whoever gets both must not add them, which is for what reads the packets of a device together.
 */
export const hikvision: Dialect = {
  id: 'hikvision',
  recognizes: ({ format, root }) => format === 'xml' && isFields(root) && Object.hasOwn(root, 'EventNotificationAlert'),
  read({ root }, received) {
    const alert = fieldsAt(root, 'EventNotificationAlert');
    // Cameras send alerts of other kinds to the same address.
    if (!isFields(alert.peopleCounting)) return [];
    const mac = textOf(alert.macAddress);
    if (mac === null) return 'EventNotificationAlert names no macAddress.';
    const channel = textOf(alert.channelID);
    const device = channel === null || channel === '1' ? mac : textOf(`${mac}/${channel}`);
    if (device === null) return 'EventNotificationAlert names no usable channelID.';
    return [packet(alert, device, received)];
  },
};

function packet(alert: Readonly<Record<string, unknown>>, device: string, received: Instant): Packet {
  const counting = fieldsAt(alert, 'peopleCounting');
  const isTotal = textOf(counting.statisticalMethods) === 'realTime';
  const range = fieldsAt(counting, 'TimeRange');
  const said = isTotal ? fieldsAt(counting, 'RealTime').time : (range.endTime ?? counting.endTime);
  const isLate = textOf(counting.isDataRetransmission) === 'true';
  const wrong = isLate ? null : wrongOffset(said, received);
  const read = (value: unknown) => shifted(value, wrong);
  const period = periodOf(read(range.startTime ?? counting.startTime), read(said));
  const at = read(said);
  const told = counts.flatMap(([field, metric]): readonly Told[] => {
    const value = countOf(counting[field]);
    if (value === null) return [];
    if (isTotal) return at === null ? [] : [{ kind: 'total', metric, at, total: value, since: null }];
    return period === null ? [] : [{ kind: 'period', metric, ...period, value }];
  });
  return packetOf({ dialect: 'hikvision', device, name: textOf(alert.channelName), told, wrongOffset: wrong });
}

const minute = 60_000;
/** Offsets are whole quarters of an hour; what is left over is the way from the camera. */
const step = 15 * minute;
const slack = 4 * minute;
/** No two offsets on earth are further apart (ms). */
const widest = 26 * 60 * minute;

/**
 * Some cameras write the right wall clock with the offset they were made with. What they send at once then seems hours
 * old, or from hours ahead, by whole quarters of an hour: their clock is right, and the offset is read as what it is.
 */
function wrongOffset(said: unknown, received: Instant): WrongOffset | null {
  const at = instantOf(said);
  const offset = typeof said === 'string' ? /([+-])(\d\d):?(\d\d)$/.exec(said.trim()) : null;
  if (at === null || offset === null) return null;
  const late = received - at;
  const quarters = Math.round(late / step);
  const isOff = Math.abs(quarters) >= 2 && Math.abs(late) <= widest && Math.abs(late - quarters * step) <= slack;
  if (!isOff) return null;
  const minutes = (Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === '-' ? -1 : 1);
  const readAs = minutes - (quarters * step) / minute;
  return readAs < -12 * 60 || readAs > 14 * 60 ? null : { said: minutes, readAs };
}

function shifted(value: unknown, wrong: WrongOffset | null): Instant | null {
  const at = instantOf(value);
  return at === null || wrong === null ? at : at + (wrong.said - wrong.readAs) * minute;
}
