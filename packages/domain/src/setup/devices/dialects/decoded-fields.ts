import type { Instant } from '../../../core/index.ts';
import { type Fields, parseCount, parseNumber } from '../fields.ts';
import type { PacketNumber } from '../packet.ts';

/** Common field names of network decoders, with their metrics. */
const samples: Readonly<Record<string, string>> = {
  temperature: 'temperature',
  humidity: 'humidity',
  co2: 'co2',
  pressure: 'pressure',
  barometric_pressure: 'pressure',
  hcho: 'hcho',
  pm2_5: 'pm25',
  pm25: 'pm25',
  pm10: 'pm10',
  // Dragino's decoder.
  TempC_SHT: 'temperature',
  Hum_SHT: 'humidity',
};

/** Returns the metric of a value by its name. Null: none has this name in its own unit. */
export const findSampleMetric = (name: string): string | null =>
  Object.hasOwn(samples, name) ? (samples[name] ?? null) : null;

const totals: Readonly<Record<string, string>> = {
  line_1_total_in: 'affluenceIn',
  line_2_total_in: 'affluenceIn',
  line_3_total_in: 'affluenceIn',
  line_4_total_in: 'affluenceIn',
  line_1_total_out: 'affluenceOut',
  line_2_total_out: 'affluenceOut',
  line_3_total_out: 'affluenceOut',
  line_4_total_out: 'affluenceOut',
  total_in: 'affluenceIn',
  total_out: 'affluenceOut',
  // Terabee's decoder.
  count_in: 'affluenceIn',
  count_out: 'affluenceOut',
};
const since: Readonly<Record<string, string>> = {
  people_in: 'affluenceIn',
  people_out: 'affluenceOut',
  period_in: 'affluenceIn',
  period_out: 'affluenceOut',
};

/** Reads a decoded object, as far as its field names are known. */
export function parseDecoded(
  object: Fields,
  at: Instant,
): { readonly told: readonly PacketNumber[]; battery: number | null } {
  const told: PacketNumber[] = [];
  const sums = new Map<string, number>();
  for (const [name, value] of Object.entries(object)) {
    const metric = findSampleMetric(name);
    const number = parseNumber(value);
    if (metric !== null && number !== null) told.push({ kind: 'sample', metric, at, value: number });
    const total = Object.hasOwn(totals, name) ? totals[name] : undefined;
    const count = parseCount(value);
    if (total !== undefined && count !== null) sums.set(total, (sums.get(total) ?? 0) + count);
  }
  for (const [metric, total] of sums) told.push({ kind: 'total', metric, at, total, since: null });
  for (const [name, metric] of Object.entries(since)) {
    const count = Object.hasOwn(object, name) ? parseCount(object[name]) : null;
    if (count !== null && !sums.has(metric)) told.push({ kind: 'since', metric, at, value: count });
  }
  return { told, battery: Object.hasOwn(object, 'battery') ? parseNumber(object.battery) : null };
}
