import { getFields, getValue, isFields, parseCount, parseText, parseTime, toList, toPeriod } from '../fields.ts';
import { buildPacket, type PacketNumber } from '../packet.ts';
import type { Dialect } from './dialect.ts';

const metrics: Readonly<Record<string, string>> = { in: 'affluenceIn', out: 'affluenceOut' };

/** AXIS 'retail data' 0.4, as its people counters push it: counts by direction and period, under the camera's serial. */
export const axis: Dialect = {
  id: 'axis',
  recognizes: ({ root }) =>
    isFields(root) && isFields(root.sensor) && Object.hasOwn(root, 'apiName') && Object.hasOwn(root, 'data'),
  read({ root }) {
    const sensor = getFields(root, 'sensor');
    const device = parseText(sensor.serial);
    if (device === null) return 'sensor names no serial.';
    return [
      buildPacket({
        dialect: 'axis',
        device,
        name: parseText(sensor.name),
        model: parseText(sensor.application),
        firmware: parseText(sensor.applicationVersion),
        told: toList(getValue(root, 'data', 'measurements')).flatMap((one) =>
          getValue(one, 'kind') === 'people-counts' ? countsOf(one) : [],
        ),
      }),
    ];
  },
};

function countsOf(measurement: unknown): readonly PacketNumber[] {
  const period = toPeriod(parseTime(getValue(measurement, 'utcFrom')), parseTime(getValue(measurement, 'utcTo')));
  if (period === null) return [];
  return toList(getValue(measurement, 'items')).flatMap((item) => {
    const direction = parseText(getValue(item, 'direction')) ?? '';
    const metric = Object.hasOwn(metrics, direction) ? metrics[direction] : undefined;
    const value = parseCount(getValue(item, 'count'));
    return metric === undefined || value === null ? [] : [{ kind: 'period', metric, ...period, value }];
  });
}
