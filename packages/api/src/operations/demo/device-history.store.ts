import type { InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import type { Statement } from '../../platform/analytics-store.ts';
import { buildSwings, computePreviousRegister, toMeterDays } from './simulator/traffic/meters.ts';
import { getStandardOffset } from './simulator/traffic/readings.ts';
import { QUARTERS } from './simulator/traffic/rhythm.ts';
import type { CameraModel, SiteModel, SiteSetting } from './simulator/traffic/site-model.ts';
import { positionSteps } from './simulator/traffic/stays.ts';

export type Params = Record<string, unknown>;

export const QUARTER = 900_000;

/** SQL for the time of a quarter. Day 0 of the epoch was a Thursday. */
export const PLACE = `
  {from:Int64} + number * ${QUARTER} AS at,
  intDiv(at + {offset:Int64}, ${QUARTER}) AS quarter,
  intDiv(quarter, ${QUARTERS}) AS dayNumber,
  (quarter % ${QUARTERS}) / 4 AS hour`;

/** SQL lambdas for the expected arrivals of a quarter and its noise, both deterministic. */
export const LAMBDAS = `
  (q) -> visitors * arrayElement({rhythm:Array(Float64)}, toUInt32((q + ${3 * QUARTERS}) % ${7 * QUARTERS} + 1))
    * arrayElement({dayFactors:Array(Float64)}, toUInt32(intDiv(q, ${QUARTERS}) - {firstDay:Int64} + 1)) AS mean,
  (q) -> sqrt(-2 * log((cityHash64(device, q, 1) % 1000000 + 1) / 1000001)) * cos(2 * pi() * (cityHash64(device, q, 2) % 1000000) / 1000000) AS noise`;

/** Positions a camera reports per quarter of an hour. */
const SAMPLES = 24;

/** Builds the insert of the site's camera readings since an instant, per quarter of an hour. */
export function buildCameraHistory(base: Params, { model, deviceIds }: HistorySite, since: Instant): Statement {
  const cameras = (model.cameras ?? []).filter(({ serial }) => deviceIds.has(serial));
  const chance = (salt: number) => `(cityHash64(device, quarter, sample, ${salt}) % 1000000 + 1) / 1000001`;
  const place = (centre: string, salt: number) =>
    `toFloat32(round(least(0.98, greatest(0.02, arrayElement(spot, ${centre}) + arrayElement(spot, 3) * sqrt(-2 * log(${chance(salt)})) * cos(2 * pi() * ${chance(salt + 1)}))) * ${positionSteps}) / ${positionSteps})`;
  return {
    sql: `INSERT INTO readings (organization, installation, metric, device, at, descriptors, visitor, x, y, value, weight, interval, version)
WITH ${LAMBDAS}
SELECT {organization:UInt32}, {installation:UInt32}, 'presence', device, at,
  multiIf(${chance(18)} < 0.08, '', ${chance(19)} < female, 'gender=female', 'gender=male'), '',
  ${place('1', 12)}, ${place('2', 14)},
  round(mean(quarter) * stay / ${SAMPLES} * (0.4 + 1.2 * ${chance(16)})) AS seconds, 1, 900, {version:UInt64}
FROM (
  SELECT ${PLACE},
    tupleElement(camera, 1) AS device, tupleElement(camera, 2) AS visitors, tupleElement(camera, 3) AS stay,
    tupleElement(camera, 4) AS female, arrayJoin(range(${SAMPLES})) AS sample,
    arrayElement(tupleElement(camera, 5), toUInt32(cityHash64(device, quarter, sample, 11) % length(tupleElement(camera, 5)) + 1)) AS spot
  FROM numbers({quarters:UInt64})
  ARRAY JOIN arrayZip({devices:Array(UInt32)}, {visitors:Array(Float64)}, {stays:Array(Float64)}, {female:Array(Float64)},
    {spots:Array(Array(Array(Float64)))}) AS camera
  WHERE at >= {since:Int64}
)
WHERE seconds > 0`,
    params: {
      ...base,
      since,
      devices: cameras.map(({ serial }) => deviceIds.get(serial)),
      visitors: cameras.map((camera) => camera.visitorsPerDay),
      stays: cameras.map((camera) => camera.staySeconds),
      female: cameras.map((camera) => camera.femaleShare),
      spots: cameras.map(weightedSpots),
    },
  };
}

/** Repeats each spot by its share, so that a random index draws it with that weight. */
const weightedSpots = ({ spots }: CameraModel) =>
  spots.flatMap(({ x, y, spread, share }) => Array.from({ length: share }, () => [x, y, spread]));

export interface HistorySite {
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
  readonly model: SiteModel;
  readonly setting: SiteSetting;
  /** Device ids by serial. */
  readonly deviceIds: ReadonlyMap<string, number>;
}

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
