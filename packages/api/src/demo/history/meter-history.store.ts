import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../platform/analytics-store.ts';
import { buildSwings, computePreviousRegister, getStandardOffset, toMeterDays } from '../simulator/traffic/index.ts';
import type { HistorySite } from './history-site.ts';
import { type Params, QUARTER } from './history-statement.ts';

const DAY = 86_400_000;

/**
 * Builds the insert of a site's meter totals at every quarter in [from, to), with the live simulator's sum of cosines.
 * Meters use standard time, so one statement suffices; each one makes the engine write a file per month.
 */
export function buildMeterHistory(
  { organization, installation, version }: Params,
  { model, setting, deviceIds }: HistorySite,
  from: Instant,
  to: Instant,
): Statement {
  const meters = (model.meters ?? []).filter(({ serial }) => deviceIds.has(serial));
  const offset = getStandardOffset(setting);
  const swings = meters.map(buildSwings);
  const replacedAt = meters.map((meter) =>
    meter.replacedAt === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(meter.replacedAt),
  );
  return {
    sql: `INSERT INTO readings (organization, installation, metric, device, at, descriptors, visitor, x, y, value, weight, interval, version)
WITH {daysFrom:Float64} + number * ${QUARTER / DAY} AS days, {from:Int64} + number * ${QUARTER} AS moment
SELECT {organization:UInt32}, {installation:UInt32}, tupleElement(meter, 1), tupleElement(meter, 2), moment, '', '', -1, -1,
  round(tupleElement(meter, 3) * (730 + days + arraySum(
    (frequency, share, phase) -> share / (2 * pi() * frequency) * sin(2 * pi() * (frequency * days - phase)),
    tupleElement(meter, 6), tupleElement(meter, 7), tupleElement(meter, 8)))
    - if(moment >= tupleElement(meter, 4), tupleElement(meter, 5), 0), 3), 1, 900, {version:UInt64}
FROM numbers({quarters:UInt64})
ARRAY JOIN arrayZip({metrics:Array(String)}, {devices:Array(UInt32)}, {perDays:Array(Float64)}, {replacedAt:Array(Int64)}, {before:Array(Float64)},
  {frequencies:Array(Array(Float64))}, {shares:Array(Array(Float64))}, {phases:Array(Array(Float64))}) AS meter`,
    params: {
      organization,
      installation,
      version,
      from,
      quarters: (to - from) / QUARTER,
      daysFrom: toMeterDays(from, offset),
      metrics: meters.map(({ metric }) => metric),
      devices: meters.map(({ serial }) => deviceIds.get(serial)),
      perDays: meters.map(({ perDay }) => perDay),
      replacedAt,
      before: meters.map((meter, index) => computePreviousRegister(meter, replacedAt[index] ?? 0, offset)),
      frequencies: swings.map((all) => all.map(({ frequency }) => frequency)),
      shares: swings.map((all) => all.map(({ share }) => share)),
      phases: swings.map((all) => all.map(({ phase }) => phase)),
    },
  };
}
