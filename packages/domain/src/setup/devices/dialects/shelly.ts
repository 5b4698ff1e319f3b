import type { Instant } from '../../../core/index.ts';
import { type Fields, getFields, getValue, isFields, parseNumber, parseText, parseTime } from '../fields.ts';
import { buildPacket, type Packet, type PacketNumber } from '../packet.ts';
import type { Dialect } from './dialect.ts';

/** Components with registers, each with the names of the consumed and the returned energy. */
const meters = [
  { name: 'emdata', consumed: ['total_act'], returned: ['total_act_ret'] },
  { name: 'em1data', consumed: ['total_act_energy'], returned: ['total_act_ret_energy'] },
  { name: 'switch', consumed: ['aenergy', 'total'], returned: ['ret_aenergy', 'total'] },
  { name: 'pm1', consumed: ['aenergy', 'total'], returned: ['ret_aenergy', 'total'] },
  { name: 'cover', consumed: ['aenergy', 'total'], returned: [] },
] as const;
/** More channels than any of its devices has. */
const maxChannels = 8;

/**
 * Shelly, second generation: a status or an event over MQTT or HTTP. Objects omit unchanged values, and what has no
 * registers has no readings. Each channel is a meter of its own: the first has the device's id, others add theirs.
 * Returned energy is the production of another meter. Registers are in Wh; ours are in kWh.
 */
export const shelly: Dialect = {
  id: 'shelly',
  recognizes: ({ root }) =>
    isFields(root) &&
    ['NotifyStatus', 'NotifyFullStatus', 'NotifyEvent'].includes(String(root.method)) &&
    Object.hasOwn(root, 'src'),
  read({ root }, received) {
    const source = parseText(getValue(root, 'src'));
    if (source === null) return 'src names no device.';
    const status = getFields(root, 'params');
    const at = parseTime(status.ts) ?? received;
    const registers = registersOf(status, at);
    const state = {
      dialect: 'shelly' as const,
      signal: parseNumber(getFields(status, 'wifi').rssi),
      firmware: parseText(getValue(status, 'sys', 'fw_id')),
      battery: parseNumber(getValue(status, 'devicepower:0', 'battery', 'percent')),
    };
    const bySuffix = Map.groupBy(registers, ({ suffix }) => suffix);
    // What says nothing of energy still tells that the device is there.
    if (bySuffix.size === 0) bySuffix.set('', []);
    return [...bySuffix].flatMap(([suffix, found]): readonly Packet[] => {
      const device = parseText(source + suffix);
      return device === null ? [] : [buildPacket({ ...state, device, told: found.map(({ number }) => number) })];
    });
  },
};

interface Register {
  /** Follows the device's id. */
  readonly suffix: string;
  readonly number: PacketNumber;
}

function registersOf(status: Fields, at: Instant): readonly Register[] {
  const registers = meters.flatMap((meter) =>
    Array.from({ length: maxChannels }, (_, channel) => {
      const component = `${meter.name}:${channel}`;
      return registersAt(meter, getFields(status, component), channel === 0 ? '' : `/${component}`, at);
    }).flat(),
  );
  // A phase beside the sum of all phases is part of it.
  return registers.filter(
    (one, place) =>
      registers.findIndex(({ suffix, number }) => suffix === one.suffix && number.metric === one.number.metric) ===
      place,
  );
}

function registersAt(
  { consumed, returned }: (typeof meters)[number],
  values: Fields,
  suffix: string,
  at: Instant,
): readonly Register[] {
  const register = (path: readonly string[], metric: string, place: string): readonly Register[] => {
    const wattHours = path.length === 0 ? null : parseNumber(getValue(values, ...path));
    if (wattHours === null) return [];
    return [{ suffix: place, number: { kind: 'sample', metric, at, value: wattHours / 1000 } }];
  };
  const production = register(returned, 'electricityProduction', `${suffix}/returned`);
  // A meter without production sends 0 for ever; a device for it would only be in the way.
  const isUsed = production.some(({ number }) => number.kind === 'sample' && number.value > 0);
  return [...register(consumed, 'electricityConsumption', suffix), ...(isUsed ? production : [])];
}

/** A status as a Shelly publishes it below its own topic. */
const statusTopic = /^(.+)\/status\/((?:switch|pm1|cover|em1?|em1?data):\d+)$/;

/**
 * Returns a status whose device only its MQTT topic names as the notification that the same device would send. Returns
 * any other text unchanged.
 */
export function nameShellyStatus(topic: string, text: string): string {
  const [, prefix = '', component = ''] = statusTopic.exec(topic) ?? [];
  const src = parseText(prefix.split('/').at(-1));
  if (src === null || component === '') return text;
  try {
    const status: unknown = JSON.parse(text);
    if (!isFields(status) || !Object.hasOwn(status, 'id') || Object.hasOwn(status, 'method')) return text;
    return JSON.stringify({ src, method: 'NotifyStatus', params: { [component]: status } });
  } catch {
    return text;
  }
}
