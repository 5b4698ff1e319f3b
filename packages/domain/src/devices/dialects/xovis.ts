import { countOf, fieldsAt, instantOf, isFields, listOf, numberOf, periodOf, textOf, valueAt } from '../fields.ts';
import { type Packet, packetOf, type Told } from '../told.ts';
import type { Dialect } from './dialect.ts';

const metrics: Readonly<Record<string, string>> = { fw: 'affluenceIn', bw: 'affluenceOut' };

/**
 * Xovis 5, data pushed by a sensor: one object or a list. Each logic (a line or a group of lines) is its own counter,
 * identified by the sensor's serial number and its id. A connection test has no packets and is accepted.
 */
export const xovis: Dialect = {
  id: 'xovis',
  recognizes: ({ root }) =>
    listOf(root).some(
      (one) => isFields(one) && (Object.hasOwn(one, 'logics_data') || Object.hasOwn(one, 'connection_test')),
    ),
  read({ root }) {
    const packets: Packet[] = [];
    for (const one of listOf(root)) {
      if (!isFields(one) || !isFields(one.logics_data)) continue;
      const data = one.logics_data;
      const serial = textOf(valueAt(data, 'sensor_info', 'serial_number'));
      if (serial === null) return 'sensor_info names no serial_number.';
      for (const logic of listOf(data.logics)) {
        const id = textOf(valueAt(logic, 'id'));
        const device = id === null ? null : textOf(`${serial}/${id}`);
        if (device === null) continue;
        packets.push(
          packetOf({
            dialect: 'xovis',
            device,
            name: textOf(valueAt(logic, 'name')) ?? textOf(valueAt(data, 'sensor_info', 'name')),
            model: textOf(valueAt(data, 'sensor_info', 'type')),
            told: listOf(valueAt(logic, 'records')).flatMap(countsOf),
            sequence: numberOf(fieldsAt(data, 'package_info').id),
          }),
        );
      }
    }
    return packets;
  },
};

function countsOf(record: unknown): readonly Told[] {
  const period = periodOf(instantOf(valueAt(record, 'from')), instantOf(valueAt(record, 'to')));
  if (period === null) return [];
  return listOf(valueAt(record, 'counts')).flatMap((count) => {
    const name = textOf(valueAt(count, 'name')) ?? '';
    const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    const value = countOf(valueAt(count, 'value'));
    return metric === undefined || value === null ? [] : [{ kind: 'period', metric, ...period, value }];
  });
}
