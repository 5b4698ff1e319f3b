import type { Instant } from '../../../core/index.ts';
import { type Fields, getFields, getValue, isFields, parseNumber, parseText, parseTime } from '../fields.ts';
import { buildPacket, type PacketNumber } from '../packet.ts';
import type { Dialect } from './dialect.ts';

/**
 * Shelly, second generation: a status notification over MQTT or HTTP. Objects omit unchanged values, and a status
 * without registers has no readings. Registers are in Wh; ours are in kWh.
 */
export const shelly: Dialect = {
  id: 'shelly',
  recognizes: ({ root }) =>
    isFields(root) &&
    (root.method === 'NotifyStatus' || root.method === 'NotifyFullStatus') &&
    Object.hasOwn(root, 'src'),
  read({ root }, received) {
    const device = parseText(getValue(root, 'src'));
    if (device === null) return 'src names no device.';
    const status = getFields(root, 'params');
    const at = parseTime(status.ts) ?? received;
    return [
      buildPacket({
        dialect: 'shelly',
        device,
        told: registersOf(status, at),
        signal: parseNumber(getFields(status, 'wifi').rssi),
        firmware: parseText(getValue(status, 'sys', 'fw_id')),
        battery: parseNumber(getValue(status, 'devicepower:0', 'battery', 'percent')),
      }),
    ];
  },
};

/** Reads the first meter with a value: a three-phase one, then a channel, then a switch. */
function registersOf(status: Fields, at: Instant): readonly PacketNumber[] {
  const whole = getFields(status, 'emdata:0');
  const channel = getFields(status, 'em1data:0');
  const register = (metric: string, wattHours: unknown): readonly PacketNumber[] => {
    const value = parseNumber(wattHours);
    return value === null ? [] : [{ kind: 'sample', metric, at, value: value / 1000 }];
  };
  const consumed =
    whole.total_act ??
    channel.total_act_energy ??
    getValue(status, 'switch:0', 'aenergy', 'total') ??
    getValue(status, 'pm1:0', 'aenergy', 'total');
  return register('electricityConsumption', consumed);
}
