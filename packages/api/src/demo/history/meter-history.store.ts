import type { Statement } from '../../platform/analytics-store.ts';
import { type MeterModel, meterDays, shownBefore, standardOffset, swingsOf } from '../simulator/traffic/index.ts';
import type { HistorySite } from './history-site.ts';
import { type Params, QUARTER } from './history-statement.ts';

const DAY = 86_400_000;

/** One meter's totals at every quarter of the piece, by the same sum of swings as the live simulator's. */
export function meterHistory(base: Params, { setting, deviceIds }: HistorySite, meter: MeterModel): Statement {
  const swings = swingsOf(meter);
  const replaced = meter.replacedAt === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(meter.replacedAt);
  return {
    sql: `INSERT INTO readings (organization, installation, metric, device, at, descriptors, visitor, x, y, value, weight, interval, version)
WITH {daysFrom:Float64} + number * ${QUARTER / DAY} AS days
SELECT {organization:UInt32}, {installation:UInt32}, {metric:String}, {device:UInt32}, {from:Int64} + number * ${QUARTER}, '', '', -1, -1,
  round({perDay:Float64} * (730 + days + arraySum(
    (frequency, share, phase) -> share / (2 * pi() * frequency) * sin(2 * pi() * (frequency * days - phase)),
    {frequencies:Array(Float64)}, {shares:Array(Float64)}, {phases:Array(Float64)}))
    - if({from:Int64} + number * ${QUARTER} >= {replacedAt:Int64}, {before:Float64}, 0), 3), 1, 900, {version:UInt64}
FROM numbers({quarters:UInt64})`,
    params: {
      organization: base.organization,
      installation: base.installation,
      version: base.version,
      from: base.from,
      quarters: base.quarters,
      metric: meter.metric,
      device: deviceIds.get(meter.serial) ?? 0,
      perDay: meter.perDay,
      replacedAt: replaced,
      before: shownBefore(meter, replaced, standardOffset(setting)),
      daysFrom: meterDays(base.from as number, standardOffset(setting)),
      frequencies: swings.map(({ frequency }) => frequency),
      shares: swings.map(({ share }) => share),
      phases: swings.map(({ phase }) => phase),
    },
  };
}
