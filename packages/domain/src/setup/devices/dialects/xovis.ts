import {
  getFields,
  getValue,
  isFields,
  parseCount,
  parseNumber,
  parseText,
  parseTime,
  toList,
  toPeriod,
} from '../fields.ts';
import { buildPacket, type Packet, type PacketNumber } from '../packet.ts';
import type { Dialect } from './dialect.ts';

const metrics: Readonly<Record<string, string>> = { fw: 'affluenceIn', bw: 'affluenceOut' };

/**
 * Xovis 5, data pushed by a sensor: one object or a list. Each logic (a line or a group of lines) is its own counter,
 * identified by the sensor's serial number and its id. A connection test has no packets and is accepted.
 */
export const xovis: Dialect = {
  id: 'xovis',
  recognizes: ({ root }) =>
    toList(root).some(
      (one) => isFields(one) && (Object.hasOwn(one, 'logics_data') || Object.hasOwn(one, 'connection_test')),
    ),
  read({ root }) {
    const packets: Packet[] = [];
    for (const one of toList(root)) {
      if (!isFields(one) || !isFields(one.logics_data)) continue;
      const data = one.logics_data;
      const serial = parseText(getValue(data, 'sensor_info', 'serial_number'));
      if (serial === null)
        return "sensor_info names no serial_number. Switch on 'sensor info' in the settings of the sensor's agent.";
      for (const logic of toList(data.logics)) {
        const id = parseText(getValue(logic, 'id'));
        const device = id === null ? null : parseText(`${serial}/${id}`);
        if (device === null) continue;
        packets.push(
          buildPacket({
            dialect: 'xovis',
            device,
            name: parseText(getValue(logic, 'name')) ?? parseText(getValue(data, 'sensor_info', 'name')),
            model: parseText(getValue(data, 'sensor_info', 'type')),
            told: toList(getValue(logic, 'records')).flatMap((record) => countsOf(record, 'counts', 'name')),
            sequence: parseNumber(getFields(data, 'package_info').id),
          }),
        );
      }
    }
    return packets;
  },
};

/** Xovis firmware 3 and 4: counts of lines by minute. Each line is its own counter, as above. */
export const xovisLegacy: Dialect = {
  id: 'xovis',
  recognizes: ({ root }) => isFields(root) && isFields(root['sensor-info']) && isFields(root.content),
  read({ root }) {
    const sensor = getFields(root, 'sensor-info');
    const serial = parseText(sensor['serial-number']);
    if (serial === null) return 'sensor-info names no serial-number.';
    return toList(getValue(root, 'content', 'element')).flatMap((element) => {
      const id = parseText(getValue(element, 'element-id'));
      const device = id === null ? null : parseText(`${serial}/${id}`);
      if (device === null) return [];
      return [
        buildPacket({
          dialect: 'xovis',
          device,
          name: parseText(getValue(element, 'element-name')) ?? parseText(sensor.name),
          model: parseText(sensor['device-type']),
          told: toList(getValue(element, 'measurement')).flatMap((one) => countsOf(one, 'value', 'label')),
        }),
      ];
    });
  },
};

function countsOf(record: unknown, list: string, label: string): readonly PacketNumber[] {
  const period = toPeriod(parseTime(getValue(record, 'from')), parseTime(getValue(record, 'to')));
  if (period === null) return [];
  return toList(getValue(record, list)).flatMap((count) => {
    const name = parseText(getValue(count, label)) ?? '';
    const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    const value = parseCount(getValue(count, 'value'));
    return metric === undefined || value === null ? [] : [{ kind: 'period', metric, ...period, value }];
  });
}
