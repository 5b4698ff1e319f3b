import type { Instant } from '../../../core/index.ts';
import {
  type Fields,
  getFields,
  getValue,
  isFields,
  parseCount,
  parseNumber,
  parseText,
  parseUtcTime,
  toList,
  toPeriod,
} from '../fields.ts';
import { buildPacket, type Packet, type PacketNumber } from '../packet.ts';
import type { Dialect } from './dialect.ts';

/** Default seconds of a report, if it does not contain them. */
const defaultInterval = 60;
const hour = 3_600_000;

/**
 * Brickstream, versions 2 to 5: a report of counts by object (a line). Each object is its own counter, identified by the
 * camera's serial number or MAC address and the object's id: cameras of two shops often have the same DeviceId.
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
    const properties = getFields(metrics, 'Properties');
    const named = parseText(metrics['@DeviceId']);
    const site = parseText(metrics['@SiteId']);
    const hardware = parseText(properties.SerialNumber) ?? parseText(properties.MacAddress);
    const unit = hardware ?? (named !== null && site !== null ? `${site}/${named}` : named);
    if (unit === null) return 'Metrics names neither SerialNumber, MacAddress nor DeviceId.';
    const offset = offsetOf(properties);
    return toList(metrics.ReportData).flatMap((data) => {
      // Minutes, as devices send them.
      const minutes = parseNumber(getValue(data, '@Interval'));
      const seconds = minutes === null || minutes <= 0 || minutes > 1440 ? defaultInterval : Math.round(minutes * 60);
      return toList(getValue(data, 'Report')).flatMap((report) =>
        toList(getValue(report, 'Object')).flatMap((object): readonly Packet[] => {
          const id = parseText(getValue(object, '@Id')) ?? '0';
          const device = parseText(`${unit}/${id}`);
          if (device === null) return [];
          const day = { date: parseText(getValue(report, '@Date')), offset, seconds };
          return [
            buildPacket({
              dialect: 'brickstream',
              device,
              formerDevice: named === null || named === unit ? null : parseText(`${named}/${id}`),
              hardware,
              name: parseText(getValue(object, '@ExternalId')) ?? parseText(metrics['@Sitename']) ?? site,
              told: toList(getValue(object, 'Count')).flatMap((count) => countsOf(count, day)),
            }),
          ];
        }),
      );
    });
  },
};

interface ReportDay {
  /** Null: not stated. */
  readonly date: string | null;
  /** ms from UTC. Null: not stated. */
  readonly offset: number | null;
  /** Default seconds of a count. */
  readonly seconds: number;
}

/** Returns the offset of wall times: hours of the zone, and of daylight saving. */
function offsetOf(properties: Fields): number | null {
  const zone = parseNumber(properties.Timezone);
  const saving = parseNumber(properties.DST) ?? 0;
  return zone === null || Math.abs(zone) > 14 || Math.abs(saving) > 2 ? null : (zone + saving) * hour;
}

function countsOf(count: unknown, day: ReportDay): readonly PacketNumber[] {
  const status = parseText(getValue(count, '@Status'));
  // A status other than 0 means that the device did not see all of the period, so its count is unknown rather than 0.
  if (status !== null && status !== '0') return [];
  const start = unixTime(getValue(count, '@UnixStartTime')) ?? wallTime(getValue(count, '@StartTime'), day);
  if (start === null) return [];
  const end = unixTime(getValue(count, '@UnixEndTime'));
  const period = toPeriod(start, end ?? start + day.seconds * 1000);
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

/** Null also for 0, which cameras send while their clock is not synchronized with its zone. */
function unixTime(value: unknown): Instant | null {
  const seconds = parseNumber(value);
  return seconds !== null && seconds >= 1e9 && seconds < 1e10 ? seconds * 1000 : null;
}

function wallTime(value: unknown, { date, offset }: ReportDay): Instant | null {
  const time = parseText(value);
  if (time === null || date === null || offset === null) return null;
  const wall = parseUtcTime(`${date}T${time}`);
  return wall === null ? null : wall - offset;
}
