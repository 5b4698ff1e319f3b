import type { Instant } from '@atrium/domain/core';
import type { Statement } from '../../platform/analytics-store.ts';
import { type CameraModel, positionSteps } from '../simulator/traffic/index.ts';
import type { HistorySite } from './history-site.ts';
import { LAMBDAS, type Params, PLACE } from './history-statement.ts';

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
