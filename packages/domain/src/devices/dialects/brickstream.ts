import { getFields, getValue, isFields, parseCount, parseNumber, parseText, toList, toPeriod } from '../fields.ts';
import { buildPacket, type Packet, type PacketNumber } from '../packet.ts';
import type { Dialect } from './dialect.ts';

/** Default seconds of a report, if it does not contain them. */
const usualInterval = 60;

/**
 * Brickstream 5: a report of counts by object (a line). It contains wall times and `UnixStartTime`; only the latter is
 * used. Each object is its own counter, identified by the ids of the device and the object.
 */
export const brickstream: Dialect = {
  id: 'brickstream',
  recognizes: ({ format, root }) =>
    format === 'xml' &&
    isFields(root) &&
    isFields(root.Metrics) &&
    (Object.hasOwn(root.Metrics, '@DeviceId') || Object.hasOwn(root.Metrics, 'ReportData')),
  read({ root }) {
    const metrics = getFields(root, 'Metrics');
    const unit = parseText(metrics['@DeviceId']) ?? parseText(getValue(metrics, 'Properties', 'SerialNumber'));
    if (unit === null) return 'Metrics names no DeviceId.';
    const site = parseText(metrics['@SiteId']);
    return toList(metrics.ReportData).flatMap((data) => {
      // Minutes, as devices send them.
      const minutes = parseNumber(getValue(data, '@Interval'));
      const seconds = minutes === null || minutes <= 0 || minutes > 1440 ? usualInterval : Math.round(minutes * 60);
      return toList(getValue(data, 'Report')).flatMap((report) =>
        toList(getValue(report, 'Object')).flatMap((object) => packetsOf(object, unit, site, seconds)),
      );
    });
  },
};

function packetsOf(object: unknown, unit: string, site: string | null, seconds: number): readonly Packet[] {
  const id = parseText(getValue(object, '@Id')) ?? '0';
  const device = parseText(`${unit}/${id}`);
  if (device === null) return [];
  const told = toList(getValue(object, 'Count')).flatMap((count) => countsOf(count, seconds));
  return [
    buildPacket({ dialect: 'brickstream', device, name: parseText(getValue(object, '@ExternalId')) ?? site, told }),
  ];
}

function countsOf(count: unknown, seconds: number): readonly PacketNumber[] {
  const status = parseText(getValue(count, '@Status'));
  const start = parseNumber(getValue(count, '@UnixStartTime'));
  // A status other than 0 means that the device did not see all of the period, so its count is unknown rather than 0.
  if (start === null || start < 1e9 || start >= 1e10 || (status !== null && status !== '0')) return [];
  const end = parseNumber(getValue(count, '@UnixEndTime'));
  const period = toPeriod(start * 1000, end === null ? (start + seconds) * 1000 : end * 1000);
  if (period === null) return [];
  return (
    [
      ['@Enters', 'affluenceIn'],
      ['@Exits', 'affluenceOut'],
    ] as const
  ).flatMap(([field, metric]) => {
    const value = parseCount(getValue(count, field));
    return value === null ? [] : [{ kind: 'period', metric, ...period, value }];
  });
}
