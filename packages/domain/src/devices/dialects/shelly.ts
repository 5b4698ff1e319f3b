import type { Instant } from '../../core/index.ts';
import { type Fields, fieldsAt, instantOf, isFields, numberOf, textOf, valueAt } from '../fields.ts';
import { packetOf, type Told } from '../told.ts';
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
    const device = textOf(valueAt(root, 'src'));
    if (device === null) return 'src names no device.';
    const status = fieldsAt(root, 'params');
    const at = instantOf(status.ts) ?? received;
    return [
      packetOf({
        dialect: 'shelly',
        device,
        told: registersOf(status, at),
        signal: numberOf(fieldsAt(status, 'wifi').rssi),
        firmware: textOf(valueAt(status, 'sys', 'fw_id')),
        battery: numberOf(valueAt(status, 'devicepower:0', 'battery', 'percent')),
      }),
    ];
  },
};

/** Reads the first meter with a value: a three-phase one, then a channel, then a switch. */
function registersOf(status: Fields, at: Instant): readonly Told[] {
  const whole = fieldsAt(status, 'emdata:0');
  const channel = fieldsAt(status, 'em1data:0');
  const register = (metric: string, wattHours: unknown): readonly Told[] => {
    const value = numberOf(wattHours);
    return value === null ? [] : [{ kind: 'sample', metric, at, value: value / 1000 }];
  };
  const consumed =
    whole.total_act ??
    channel.total_act_energy ??
    valueAt(status, 'switch:0', 'aenergy', 'total') ??
    valueAt(status, 'pm1:0', 'aenergy', 'total');
  return register('electricityConsumption', consumed);
}
