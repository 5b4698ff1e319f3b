import type { Instant } from '../../../core/index.ts';
import { type Fields, getFields, getValue, isFields, parseNumber, parseText, parseUtcTime, toList } from '../fields.ts';
import { buildPacket, type Packet, type PacketNumber } from '../packet.ts';
import { findSampleMetric } from './decoded-fields.ts';
import type { Dialect } from './dialect.ts';

/** Short names. Radon, light in % and VOC in ppb have no metric here. */
const shortNames: Readonly<Record<string, string>> = { temp: 'temperature', humid: 'humidity' };

/** Reads named values. `isFahrenheit` is what the sender states about its temperature. */
function samplesOf(values: Fields, at: Instant, isFahrenheit: boolean): readonly PacketNumber[] {
  return Object.entries(values).flatMap(([name, value]): readonly PacketNumber[] => {
    const metric = findSampleMetric(Object.hasOwn(shortNames, name) ? (shortNames[name] ?? name) : name);
    const number = parseNumber(value);
    if (metric === null || number === null) return [];
    const sample = metric === 'temperature' && isFahrenheit ? Math.round(((number - 32) / 1.8) * 100) / 100 : number;
    return [{ kind: 'sample', metric, at, value: sample }];
  });
}

const isFahrenheit = (unit: unknown): boolean => parseText(unit)?.toLowerCase() === 'f';

/**
 * Airthings for Business, a webhook: samples of one or several sensors with the time at which they were recorded, which
 * is UTC. Its hubs send late, so the webhook's own time is ignored.
 */
export const airthings: Dialect = {
  id: 'airthings',
  recognizes: ({ root }) =>
    isFields(root) &&
    (String(root.type).startsWith('airthings-webhook') ||
      toList(root.data).some((one) => isFields(one) && Object.hasOwn(one, 'recorded'))),
  read({ root }) {
    const packets: Packet[] = [];
    for (const sample of toList(getValue(root, 'data'))) {
      if (!isFields(sample)) continue;
      const device = parseText(sample.serialNumber) ?? parseText(getValue(root, 'serialNumber'));
      if (device === null) return 'data names no serialNumber.';
      const at = parseUtcTime(sample.recorded);
      const inFahrenheit = isFahrenheit(sample.tempUnit ?? getValue(root, 'sensorUnits', 'tempUnit'));
      const values = { ...sample, ...getFields(sample, 'sensors'), ...getFields(sample, 'data') };
      packets.push(
        buildPacket({
          dialect: 'airthings',
          device,
          name: parseText(getValue(sample, 'segment', 'name')) ?? parseText(sample.name),
          told: at === null ? [] : samplesOf(values, at, inFahrenheit),
          battery: parseNumber(sample.battery ?? sample.batteryPercentage),
          signal: parseNumber(sample.rssi),
        }),
      );
    }
    return packets;
  },
};

/** Names under which Awair and what forwards its local API write the device. */
const awairNames = ['device_uuid', 'deviceUUID', 'wifi_mac'] as const;

/**
 * Awair: its latest values, as the local API has them (`temp`, `humid`) or as a list of `sensors` with `comp` and
 * `value`, with the device beside them.
 */
export const awair: Dialect = {
  id: 'awair',
  recognizes: ({ root }) => isFields(root) && awairNames.some((name) => Object.hasOwn(root, name)) && hasValues(root),
  read({ root }, received) {
    const device = awairNames.map((name) => parseText(getValue(root, name))).find((name) => name !== null) ?? null;
    if (device === null) return 'device_uuid names no device.';
    const told = listAwairValues(root).flatMap((values) => {
      const listed = toList(values.sensors).flatMap((one): readonly (readonly [string, unknown])[] => {
        const name = parseText(getValue(one, 'comp'));
        return name === null ? [] : [[name, getValue(one, 'value')]];
      });
      const at = Object.hasOwn(values, 'timestamp') ? parseUtcTime(values.timestamp) : received;
      return at === null ? [] : samplesOf({ ...values, ...Object.fromEntries(listed) }, at, false);
    });
    return [buildPacket({ dialect: 'awair', device, name: parseText(getValue(root, 'name')), told })];
  },
};

const listAwairValues = (root: unknown): readonly Fields[] => toList(getValue(root, 'data') ?? root).filter(isFields);

const hasValues = (root: unknown): boolean =>
  listAwairValues(root).some((values) => Object.hasOwn(values, 'sensors') || Object.hasOwn(values, 'humid'));
