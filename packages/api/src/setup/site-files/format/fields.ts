import { dateToWall, type Instant, instantToDate, wallToInstant } from '@atrium/domain/core';
import { meterMetrics } from '@atrium/domain/setup/site-files';
import { type DeviceState, splitKey } from '../../../sites/stored/index.ts';

export type Fields = Record<string, unknown>;

/** Drops unset values and empty lists, which read back the same. */
export function omitEmpty(fields: Fields): Fields {
  const says = (value: unknown) =>
    value !== null &&
    value !== undefined &&
    !(Array.isArray(value) && value.length === 0) &&
    !(isPlain(value) && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => says(value)));
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Formats a local midnight as a date, and any other instant in UTC. */
export function writeInstant(instant: Instant | null, timezone: string): string | null {
  if (instant === null) return null;
  const date = instantToDate(timezone, instant);
  return wallToInstant(timezone, dateToWall(date, 0)) === instant
    ? date
    : new Date(instant).toISOString().replace('.000Z', 'Z');
}

/** Formats a tag with its category, so that it stays unambiguous when tags are added. */
export const formatTag = (key: string): string => splitKey(key).join('/');

/** Writes a meter's fields with the file's names. */
export function writeMeter(meter: DeviceState['meter']): Record<string, unknown> {
  if (meter === null) return {};
  const words = Object.entries(meterMetrics[meter.metric] ?? {});
  const described = words.flatMap(([word, descriptor]) =>
    meter.descriptors[descriptor] === undefined ? [] : [[word, meter.descriptors[descriptor]]],
  );
  return {
    metric: meter.metric,
    ...Object.fromEntries(described),
    ...(meter.rollover === null ? {} : { rollover: meter.rollover }),
    ...(meter.sends === undefined ? {} : { sends: meter.sends }),
    ...(meter.main ? { main: true } : {}),
  };
}
